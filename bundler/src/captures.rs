//! Lifetimes that `impl Trait` in return position captures: all of them in edition 2024, only the
//! named ones before.
//!
//! The explicit form `use<...>`, added here to functions of edition 2024, has the same meaning in
//! earlier editions.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::{
    CapturedParam, File, FnArg, GenericParam, Generics, ImplItemFn, ItemFn, ItemImpl, Lifetime,
    LifetimeParam, PreciseCapture, ReturnType, Signature, Token, TypeImplTrait, TypeParamBound,
    TypeReference,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// Adds explicit captures to the functions of an edition 2024 crate, in place.
pub(crate) fn name_captures(file: &mut File) {
    Namer { outer: Vec::new() }.visit_file_mut(file);
}

struct Namer {
    /// Generic parameters of the enclosing impl.
    outer: Vec<CapturedParam>,
}

impl Namer {
    fn name(&self, signature: &mut Signature) {
        let ReturnType::Type(_, returned) = &mut signature.output else { return };
        let mut search = Search::default();
        search.visit_type(returned);
        let mut anonymous = Search::default();
        signature.inputs.iter().for_each(|input| anonymous.visit_fn_arg(input));
        // A parameter of an anonymous type cannot be named, and a capture list must name every type
        // parameter.
        if !search.has_impl || search.has_captures || anonymous.has_impl {
            return;
        }
        let mut lifetimes = Lifetimes { given: Vec::new(), taken: BTreeSet::new() };
        lifetimes.note(&signature.generics);
        lifetimes.taken.extend(self.outer.iter().filter_map(|parameter| match parameter {
            CapturedParam::Lifetime(lifetime) => Some(lifetime.ident.to_string()),
            _ => None,
        }));
        signature.inputs.iter_mut().for_each(|input| lifetimes.visit_fn_arg_mut(input));
        for lifetime in &lifetimes.given {
            signature
                .generics
                .params
                .push(GenericParam::Lifetime(LifetimeParam::new(lifetime.clone())));
        }
        sort_lifetimes_first(&mut signature.generics);
        let mut captured = self.outer.clone();
        captured.extend(parameters(&signature.generics));
        if !captured.iter().any(|parameter| matches!(parameter, CapturedParam::Lifetime(_))) {
            return;
        }
        captured.sort_by_key(|parameter| !matches!(parameter, CapturedParam::Lifetime(_)));
        Captures(captured).visit_type_mut(returned);
    }
}

fn parameters(generics: &Generics) -> impl Iterator<Item = CapturedParam> + '_ {
    generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(parameter) => CapturedParam::Lifetime(parameter.lifetime.clone()),
        GenericParam::Type(parameter) => CapturedParam::Ident(parameter.ident.clone()),
        GenericParam::Const(parameter) => CapturedParam::Ident(parameter.ident.clone()),
    })
}

fn sort_lifetimes_first(generics: &mut Generics) {
    let mut parameters: Vec<GenericParam> =
        std::mem::take(&mut generics.params).into_iter().collect();
    parameters.sort_by_key(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    generics.params = parameters.into_iter().collect();
}

impl VisitMut for Namer {
    fn visit_item_fn_mut(&mut self, node: &mut ItemFn) {
        let outer = std::mem::take(&mut self.outer);
        self.name(&mut node.sig);
        visit_mut::visit_item_fn_mut(self, node);
        self.outer = outer;
    }

    fn visit_item_impl_mut(&mut self, node: &mut ItemImpl) {
        // In traits every lifetime is captured in every edition.
        if node.trait_.is_some() {
            return;
        }
        let outer = std::mem::replace(&mut self.outer, parameters(&node.generics).collect());
        visit_mut::visit_item_impl_mut(self, node);
        self.outer = outer;
    }

    fn visit_impl_item_fn_mut(&mut self, node: &mut ImplItemFn) {
        self.name(&mut node.sig);
        visit_mut::visit_impl_item_fn_mut(self, node);
    }
}

/// Visitor that looks for `impl Trait` and for captures in a type.
#[derive(Default)]
struct Search {
    has_impl: bool,
    has_captures: bool,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_type_impl_trait(&mut self, node: &'ast TypeImplTrait) {
        self.has_impl = true;
        visit::visit_type_impl_trait(self, node);
    }

    fn visit_precise_capture(&mut self, _: &'ast PreciseCapture) {
        self.has_captures = true;
    }
}

/// Visitor that names every elided lifetime of the arguments.
struct Lifetimes {
    given: Vec<Lifetime>,
    taken: BTreeSet<String>,
}

impl Lifetimes {
    fn note(&mut self, generics: &Generics) {
        self.taken
            .extend(generics.lifetimes().map(|parameter| parameter.lifetime.ident.to_string()));
    }

    fn give(&mut self) -> Lifetime {
        let name = (1..)
            .map(|number| format!("elided_{number}"))
            .find(|name| !self.taken.contains(name))
            .expect("there are more numbers than names");
        let lifetime = Lifetime::new(&format!("'{name}"), Span::call_site());
        self.taken.insert(name);
        self.given.push(lifetime.clone());
        lifetime
    }
}

impl VisitMut for Lifetimes {
    fn visit_fn_arg_mut(&mut self, node: &mut FnArg) {
        match node {
            FnArg::Receiver(receiver) => {
                if let Some((_, lifetime @ None)) = &mut receiver.reference {
                    let given = self.give();
                    *lifetime = Some(given.clone());
                    if let syn::Type::Reference(reference) = &mut *receiver.ty {
                        reference.lifetime = Some(given);
                    }
                }
            }
            FnArg::Typed(typed) => self.visit_type_mut(&mut typed.ty),
        }
    }

    fn visit_type_reference_mut(&mut self, node: &mut TypeReference) {
        if node.lifetime.is_none() {
            node.lifetime = Some(self.give());
        }
        visit_mut::visit_type_reference_mut(self, node);
    }

    fn visit_lifetime_mut(&mut self, node: &mut Lifetime) {
        if node.ident == "_" {
            *node = self.give();
        }
    }

    /// Elided lifetimes in the types of functions and closures belong to those types.
    fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}
    fn visit_parenthesized_generic_arguments_mut(
        &mut self,
        _: &mut syn::ParenthesizedGenericArguments,
    ) {
    }
}

/// Visitor that adds the captures to every outermost `impl Trait`.
struct Captures(Vec<CapturedParam>);

impl VisitMut for Captures {
    fn visit_type_impl_trait_mut(&mut self, node: &mut TypeImplTrait) {
        visit_mut::visit_type_impl_trait_mut(self, node);
        let mut params: syn::punctuated::Punctuated<CapturedParam, Token![,]> =
            self.0.iter().cloned().collect();
        params.pop_punct();
        node.bounds.push(TypeParamBound::PreciseCapture(PreciseCapture {
            use_token: Token![use](Span::call_site()),
            lt_token: Token![<](Span::call_site()),
            params,
            gt_token: Token![>](Span::call_site()),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let mut file = syn::parse_file(source).unwrap();
        name_captures(&mut file);
        let expected = syn::parse_file(expected).unwrap();
        assert_eq!(prettyplease::unparse(&file), prettyplease::unparse(&expected));
    }

    #[test]
    fn every_lifetime_in_scope_is_captured_by_name() {
        check(
            "fn f(x: &u8) -> impl A { 1 }",
            "fn f<'elided_1>(x: &'elided_1 u8) -> impl A + use<'elided_1> { 1 }",
        );
        check(
            "fn f<'a, T>(x: &'a T) -> impl A { 1 }",
            "fn f<'a, T>(x: &'a T) -> impl A + use<'a, T> { 1 }",
        );
        check(
            "impl<'b, T> B<'b, T> { fn f(&self) -> Option<impl A> { 1 } }",
            "impl<'b, T> B<'b, T> { fn f<'elided_1>(&'elided_1 self) \
             -> Option<impl A + use<'b, 'elided_1, T>> { 1 } }",
        );
    }

    #[test]
    fn functions_without_captures_or_with_explicit_captures_stay_as_they_are() {
        for source in [
            "fn f<T>(x: T) -> impl A { 1 }",
            "fn f(x: &u8) -> impl A + use<> { 1 }",
            "fn f(x: &impl A) -> impl A { 1 }",
            "fn f(x: fn(&u8)) -> impl A { 1 }",
            "fn f(x: &u8) -> u8 { 1 }",
            "impl A for B { fn f(&self) -> impl A { 1 } }",
        ] {
            check(source, source);
        }
    }
}
