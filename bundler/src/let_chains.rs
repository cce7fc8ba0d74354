//! Conversion of `let` chains, which only edition 2024 supports, to nested conditions.
//!
//! `if a && let P = b { x } else { y }` becomes
//! `'chain: { if a { if let P = b { break 'chain x; } } y }`: temporaries of a failed condition are
//! dropped before `y`, as in the chain.

use syn::{
    BinOp, Block, Expr, ExprBinary, ExprIf, ExprWhile, File, Label, Lifetime, Stmt, StmtMacro,
    parse_quote,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// Macros that never return.
const ENDINGS: [&str; 4] = ["panic", "todo", "unimplemented", "unreachable"];

/// Rewrites all chains, in place.
pub(crate) fn unchain(file: &mut File) {
    Unchain { labels: 0 }.visit_file_mut(file);
}

struct Unchain {
    /// Number of labels generated so far.
    labels: usize,
}

impl Unchain {
    fn label(&mut self) -> Lifetime {
        self.labels += 1;
        Lifetime::new(&format!("'chain_{}", self.labels), proc_macro2::Span::call_site())
    }

    fn unchain_if(&mut self, node: &ExprIf) -> Expr {
        let then = &node.then_branch;
        let Some((_, otherwise)) = &node.else_branch else {
            return nest(&node.cond, then);
        };
        let label = self.label();
        let tests = nest(&node.cond, &leaving(then, &label));
        match &**otherwise {
            Expr::Block(block) if block.label.is_none() => {
                let statements = &block.block.stmts;
                parse_quote!(#label: { #tests #(#statements)* })
            }
            other => parse_quote!(#label: { #tests #other }),
        }
    }

    /// Labels a loop: inside a labelled block, a `break` without a label is an error.
    fn name_loop(&mut self, body: &mut Block, label: &mut Option<Label>) {
        let mut search = Search { has_jump: false, is_in_chain: false };
        search.visit_block(body);
        if !search.has_jump {
            return;
        }
        let name = match label {
            Some(label) => label.name.clone(),
            None => self.label(),
        };
        Jumps { to: name.clone() }.visit_block_mut(body);
        label.get_or_insert(parse_quote!(#name:));
    }
}

/// Returns the block with `break 'label` at its end, which carries the block's value.
fn leaving(block: &Block, label: &Lifetime) -> Block {
    let Some((last, before)) = block.stmts.split_last() else {
        return parse_quote!({ break #label; });
    };
    match last {
        last if never_ends(last) => block.clone(),
        Stmt::Expr(value, None) if is_block(value) => {
            parse_quote!({ #(#before)* break #label (#value); })
        }
        Stmt::Expr(value, None) => parse_quote!({ #(#before)* break #label #value; }),
        Stmt::Macro(StmtMacro { mac, semi_token: None, .. }) => {
            parse_quote!({ #(#before)* break #label #mac; })
        }
        last => parse_quote!({ #(#before)* #last break #label; }),
    }
}

/// Returns true if the first keyword or macro of the statement shows that no code after it is
/// reachable.
fn never_ends(statement: &Stmt) -> bool {
    match statement {
        Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _) => true,
        Stmt::Macro(statement) => ENDINGS.iter().any(|name| statement.mac.path.is_ident(name)),
        _ => false,
    }
}

/// Returns true for expressions that need parentheses after `break 'label`, where the compiler
/// takes them for a mistake.
fn is_block(value: &Expr) -> bool {
    matches!(
        value,
        Expr::Block(_) | Expr::ForLoop(_) | Expr::Loop(_) | Expr::Unsafe(_) | Expr::While(_)
    )
}

/// Nests the conditions of a chain around a block.
fn nest(condition: &Expr, inner: &Block) -> Expr {
    let mut conditions = Vec::new();
    flatten(condition, &mut conditions);
    let (last, before) = conditions.split_last().expect("a chain has conditions");
    let innermost: Expr = parse_quote!(if #last #inner);
    before.iter().rev().fold(innermost, |inner, condition| parse_quote!(if #condition { #inner }))
}

fn flatten<'a>(condition: &'a Expr, conditions: &mut Vec<&'a Expr>) {
    match condition {
        Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) => {
            flatten(left, conditions);
            flatten(right, conditions);
        }
        other => conditions.push(other),
    }
}

fn is_chain(condition: &Expr) -> bool {
    let mut conditions = Vec::new();
    flatten(condition, &mut conditions);
    conditions.len() > 1 && conditions.iter().any(|condition| matches!(condition, Expr::Let(_)))
}

impl VisitMut for Unchain {
    fn visit_expr_mut(&mut self, node: &mut Expr) {
        match node {
            Expr::Loop(looped) => self.name_loop(&mut looped.body, &mut looped.label),
            Expr::While(looped) => self.name_loop(&mut looped.body, &mut looped.label),
            Expr::ForLoop(looped) => self.name_loop(&mut looped.body, &mut looped.label),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, node);
        match node {
            Expr::If(chain) if is_chain(&chain.cond) => {
                let mut plain = self.unchain_if(chain);
                put_attributes(&mut plain, &chain.attrs);
                *node = plain;
            }
            Expr::While(ExprWhile { cond, body, label, .. }) if is_chain(cond) => {
                let tests = nest(cond, &parse_quote!({ #body continue; }));
                *node = parse_quote!(#label loop { #tests break; });
            }
            _ => {}
        }
    }
}

fn put_attributes(node: &mut Expr, attributes: &[syn::Attribute]) {
    match node {
        Expr::If(plain) => plain.attrs = attributes.to_vec(),
        Expr::Block(plain) => plain.attrs = attributes.to_vec(),
        _ => {}
    }
}

/// Visitor that looks in one loop for a jump without a label out of a chain that has an `else`.
struct Search {
    has_jump: bool,
    is_in_chain: bool,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr(&mut self, node: &'ast Expr) {
        match node {
            Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Closure(_)
            | Expr::Async(_) => {}
            Expr::Break(jump) if jump.label.is_none() => {
                self.has_jump |= self.is_in_chain;
                visit::visit_expr(self, node);
            }
            Expr::Continue(jump) if jump.label.is_none() => self.has_jump |= self.is_in_chain,
            Expr::If(chain) if chain.else_branch.is_some() && is_chain(&chain.cond) => {
                let outside = std::mem::replace(&mut self.is_in_chain, true);
                visit::visit_expr(self, node);
                self.is_in_chain = outside;
            }
            other => visit::visit_expr(self, other),
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Visitor that adds the label of one loop to its jumps.
struct Jumps {
    to: Lifetime,
}

impl VisitMut for Jumps {
    fn visit_expr_mut(&mut self, node: &mut Expr) {
        match node {
            Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Closure(_)
            | Expr::Async(_) => return,
            Expr::Break(jump) => {
                jump.label.get_or_insert(self.to.clone());
            }
            Expr::Continue(jump) => {
                jump.label.get_or_insert(self.to.clone());
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, node);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let file = |text: &str| syn::parse_file(&format!("fn f() {{ {text} }}")).unwrap();
        let mut unchained = file(source);
        unchain(&mut unchained);
        assert_eq!(prettyplease::unparse(&unchained), prettyplease::unparse(&file(expected)));
    }

    #[test]
    fn chains_without_else_are_nested() {
        check("if a && let P = b && c { x(); }", "if a { if let P = b { if c { x(); } } }");
        check(
            "if let P = b { x(); } if a && b { y(); }",
            "if let P = b { x(); } if a && b { y(); }",
        );
    }

    #[test]
    fn the_else_branch_comes_after_all_conditions() {
        check(
            "let z = if let P = a && b { x } else { y };",
            "let z = 'chain_1: { if let P = a { if b { break 'chain_1 x; } } y };",
        );
    }

    #[test]
    fn a_loop_goes_on_while_all_conditions_hold() {
        check(
            "while let P = a && b { x(); }",
            "loop { if let P = a { if b { { x(); } continue; } } break; }",
        );
    }

    #[test]
    fn jumps_out_of_a_chain_with_else_get_the_label_of_their_loop() {
        check(
            "loop { if a && let P = b { break; } else { y(); } loop { break; } }",
            "'chain_1: loop { 'chain_2: { if a { if let P = b { break 'chain_1; } } y(); } \
             loop { break; } }",
        );
    }
}
