//! Byte ranges of syntax nodes, attributes included.
//!
//! [`Spanned`] prints all tokens of a node, and those of a function or a module are many. These
//! ranges end with the brace that closes the node.

use std::ops::Range;

use proc_macro2::Span;
use syn::{
    AttrStyle, Attribute, ImplItem, Item, ItemImpl, ItemMod, TraitItem, Visibility,
    spanned::Spanned,
};

pub(super) fn of_item(item: &Item) -> Range<usize> {
    match item {
        Item::Fn(item) => {
            let close = item.block.brace_token.span.close();
            range(&item.attrs, Some(&item.vis), item.sig.span(), close)
        }
        Item::Mod(item) => of_module(item),
        Item::Trait(item) => {
            let unsafety = item.unsafety.map(|word| word.span);
            let first = unsafety.or(item.auto_token.map(|word| word.span));
            let first = first.unwrap_or(item.trait_token.span);
            range(&item.attrs, Some(&item.vis), first, item.brace_token.span.close())
        }
        _ => item.span().byte_range(),
    }
}

pub(super) fn of_module(module: &ItemMod) -> Range<usize> {
    let Some((brace, _)) = &module.content else { return module.span().byte_range() };
    let first = module.unsafety.map_or(module.mod_token.span, |word| word.span);
    range(&module.attrs, Some(&module.vis), first, brace.span.close())
}

pub(super) fn of_impl(item: &ItemImpl) -> Range<usize> {
    let first = item.defaultness.map(|word| word.span).or(item.unsafety.map(|word| word.span));
    let first = first.unwrap_or(item.impl_token.span);
    range(&item.attrs, None, first, item.brace_token.span.close())
}

pub(super) fn of_impl_item(item: &ImplItem) -> Range<usize> {
    let ImplItem::Fn(function) = item else { return item.span().byte_range() };
    let first = function.defaultness.map_or_else(|| function.sig.span(), |word| word.span);
    let close = function.block.brace_token.span.close();
    range(&function.attrs, Some(&function.vis), first, close)
}

pub(super) fn of_trait_item(item: &TraitItem) -> Range<usize> {
    match item {
        TraitItem::Fn(function) if let Some(block) = &function.default => {
            let close = block.brace_token.span.close();
            range(&function.attrs, None, function.sig.span(), close)
        }
        _ => item.span().byte_range(),
    }
}

/// Returns the range of a node: `first` begins what follows its attributes and its visibility.
fn range(
    attributes: &[Attribute],
    visibility: Option<&Visibility>,
    first: Span,
    close: Span,
) -> Range<usize> {
    // The attributes in a node's braces are in the same list.
    let mut outer =
        attributes.iter().filter(|attribute| matches!(attribute.style, AttrStyle::Outer));
    let start = match (outer.next(), visibility) {
        (Some(attribute), _) => attribute.pound_token.span,
        (None, None | Some(Visibility::Inherited)) => first,
        (None, Some(visibility)) => visibility.span(),
    };
    start.byte_range().start..close.byte_range().end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the ranges are those of all tokens.
    #[track_caller]
    fn check(text: &str) {
        let file = syn::parse_file(text).unwrap();
        for item in &file.items {
            assert_eq!(of_item(item), item.span().byte_range());
            match item {
                Item::Impl(item) => {
                    assert_eq!(of_impl(item), item.span().byte_range());
                    for item in &item.items {
                        assert_eq!(of_impl_item(item), item.span().byte_range());
                    }
                }
                Item::Trait(item) => {
                    for item in &item.items {
                        assert_eq!(of_trait_item(item), item.span().byte_range());
                    }
                }
                _ => (),
            }
        }
    }

    #[test]
    fn ranges_are_those_of_all_tokens() {
        check("fn a() {} pub(crate) const fn b() -> u8 { #![allow(x)] 1 }");
        check("/// Doc.\n#[inline] pub fn c() {}\n unsafe extern \"C\" fn d(_: &str) {}");
        check("mod e {} #[cfg(x)] pub mod f { fn g() {} } mod h;");
        check("pub unsafe trait I: Copy { const N: u8; fn j(); #[x] fn k(&self) {} type T; }");
        check("trait L {} #[x] impl L for u8 {} unsafe impl<T> I for T where T: Copy {}");
        check("impl u8 { #[x] pub const fn m() {} fn n() {} const O: u8 = 1; }");
        check("pub const P: u8 = 1; struct Q; #[x] enum R { A } static S: u8 = 1; use t::U;");
    }
}
