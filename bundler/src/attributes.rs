//! Access to the attributes of a syntax node through one trait for all kinds of AST nodes.

use syn::{Attribute, Expr, FnArg, ForeignItem, GenericParam, ImplItem, Item, Stmt, TraitItem};

/// A node that can carry attributes.
pub(crate) trait Attributed {
    /// Returns the node's attributes, or `None` for nodes without any or that syn leaves unparsed.
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>>;
}

macro_rules! by_field {
    ($($node:ty),* $(,)?) => {
        $(impl Attributed for $node {
            fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
                Some(&mut self.attrs)
            }
        })*
    };
}

macro_rules! by_variant {
    ($node:ident: $($variant:ident),* $(,)?) => {
        impl Attributed for $node {
            fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
                match self {
                    $(Self::$variant(node) => Some(&mut node.attrs),)*
                    _ => None,
                }
            }
        }
    };
}

by_field!(syn::Arm, syn::BareFnArg, syn::Field, syn::FieldPat, syn::FieldValue, syn::Variant);
by_variant!(ForeignItem: Fn, Static, Type, Macro);
by_variant!(ImplItem: Const, Fn, Type, Macro);
by_variant!(TraitItem: Const, Fn, Type, Macro);
by_variant!(
    Item: Const, Enum, ExternCrate, Fn, ForeignMod, Impl, Macro, Mod, Static, Struct, Trait,
    TraitAlias, Type, Union, Use,
);
by_variant!(
    Expr: Array, Assign, Async, Await, Binary, Block, Break, Call, Cast, Closure, Const, Continue,
    Field, ForLoop, Group, If, Index, Infer, Let, Lit, Loop, Macro, Match, MethodCall, Paren, Path,
    Range, RawAddr, Reference, Repeat, Return, Struct, Try, TryBlock, Tuple, Unary, Unsafe, While,
    Yield,
);

impl Attributed for FnArg {
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        match self {
            Self::Receiver(receiver) => Some(&mut receiver.attrs),
            Self::Typed(typed) => Some(&mut typed.attrs),
        }
    }
}

impl Attributed for GenericParam {
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        match self {
            Self::Lifetime(parameter) => Some(&mut parameter.attrs),
            Self::Type(parameter) => Some(&mut parameter.attrs),
            Self::Const(parameter) => Some(&mut parameter.attrs),
        }
    }
}

impl Attributed for Stmt {
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        match self {
            Self::Local(local) => Some(&mut local.attrs),
            Self::Item(item) => item.attributes(),
            Self::Expr(expr, _) => leading_attributes(expr),
            Self::Macro(statement) => Some(&mut statement.attrs),
        }
    }
}

/// Returns the attributes of a statement's first operand: an attribute before `a = b;` applies to
/// the whole statement, but syn stores it there.
fn leading_attributes(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    match expr {
        Expr::Assign(node) => leading_attributes(&mut node.left),
        Expr::Binary(node) => leading_attributes(&mut node.left),
        Expr::Cast(node) => leading_attributes(&mut node.expr),
        other => other.attributes(),
    }
}
