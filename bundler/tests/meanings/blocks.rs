//! Pieces of generated programs, each of which prints something that depends on the meaning of its
//! code: the order of drops, text made of tokens and names, the method that a call finds, and so
//! on.

use std::fmt::Write as _;

use crate::decisions::Decisions;

/// Start of every crate of a generated program.
pub(super) const COMMON: &str = "\
#![allow(warnings)]
use std::fmt::Debug;
pub struct D(pub &'static str);
impl D { pub fn get(&self) -> usize { self.0.len() } }
impl Drop for D { fn drop(&mut self) { println!(\"drop {}\", self.0); } }
pub fn shown<T: Debug>(value: T) -> T { println!(\"{:?}\", value); value }
fn total() -> usize { 7 }
";

/// Generates the content of a module with a function `run` for an edition.
type Block = fn(&mut Decisions<'_>, &str) -> String;

/// Pieces for programs of any editions.
pub(super) const BLOCKS: [Block; 13] = [
    drops,
    captures,
    debug,
    tokens,
    tokens_through_macros,
    names_through_macros,
    panics,
    state,
    methods,
    operators,
    floats,
    constants,
    words,
];

/// Pieces for programs in which all crates have the edition of the whole file, and in which names
/// of types are shown.
pub(super) const MORE_BLOCKS: [Block; 2] = [temporaries, names_of_types];

/// Names that several pieces use for different things.
const NAMES: [&str; 8] = ["value", "next", "Kind", "Board", "COUNT", "len", "item", "get"];

fn small_name(decisions: &mut Decisions<'_>) -> &'static str {
    decisions.choose(&["value", "next", "item", "get", "left", "depth"])
}

fn type_name(decisions: &mut Decisions<'_>) -> &'static str {
    decisions.choose(&["Kind", "Board", "Move", "Score"])
}

/// Returns lines in an order that the decisions choose, each of which leaves no variables behind.
fn shuffled(decisions: &mut Decisions<'_>, lines: &[&str]) -> String {
    let mut left: Vec<&str> = lines.to_vec();
    let count = 1 + decisions.below(lines.len());
    (0..count).map(|_| left.remove(decisions.below(left.len())).to_owned() + "\n").collect()
}

fn drops(decisions: &mut Decisions<'_>, _: &str) -> String {
    let lines = [
        "{ let _a = D(\"a\"); let _ = D(\"b\"); let (_c, _) = (D(\"c\"), D(\"d\")); }",
        "{ let a = D(\"e\"); let a = D(\"f\"); println!(\"{}\", a.get()); }",
        "{ let mut a = D(\"g\"); a = D(\"h\"); println!(\"{}\", a.get()); }",
        "{ let mut a = Some(D(\"i\")); let b = a.take(); println!(\"{}\", b.is_some()); }",
        "{ let mut all = vec![D(\"j\"), D(\"k\"), D(\"l\")]; drop(all.remove(1)); \
        all.truncate(1); }",
        "for number in 0..3 { let _a = D(\"m\"); if number == 1 { continue; } println!(\"n\"); }",
        "let _ = std::mem::replace(&mut D(\"o\"), D(\"p\"));",
        "{ let a: Box<dyn std::any::Any> = Box::new(D(\"q\")); println!(\"{}\", a.is::<D>()); }",
        "{ let a = std::rc::Rc::new(D(\"r\")); let b = a.clone(); drop(a); println!(\"{}\", \
        b.get()); }",
        "match (D(\"s\"), 1) { (ref a, n) if n > 1 => println!(\"{}\", a.get()), (_, n) => \
        println!(\"{}\", n) }",
        "{ struct Two { a: D, b: D } let two = Two { b: D(\"t\"), a: D(\"u\") }; let Two { a, .. \
        } = two; drop(a); println!(\"v\"); }",
        "{ let a = [D(\"w\"), D(\"x\")]; let [b, _] = a; println!(\"{}\", b.get()); }",
    ];
    format!("pub fn run() {{\n{}}}\n", shuffled(decisions, &lines))
}

/// Closures: what they capture depends on the edition.
fn captures(decisions: &mut Decisions<'_>, _: &str) -> String {
    let lines = [
        "{ let t = (D(\"a\"), D(\"b\")); { let c = || { let _a = t.0; }; c(); \
        println!(\"called\"); } println!(\"after\"); }",
        "{ let t = (D(\"c\"), D(\"d\")); { let c = move || t.1.get(); println!(\"{}\", c()); } \
        println!(\"after\"); }",
        "{ let t = (D(\"e\"), 1); { let c = move || t.1; println!(\"{}\", c()); } \
        println!(\"after\"); }",
        "{ struct S { a: D, b: D } let s = S { a: D(\"f\"), b: D(\"g\") }; let c = || drop(s.a); \
        c(); println!(\"after\"); }",
        "{ let t = (D(\"h\"), D(\"i\")); let c = || { let (a, _) = t; a.get() }; \
        println!(\"{}\", c()); }",
        "{ let t = [D(\"j\"), D(\"k\")]; let c = move || println!(\"{}\", t[0].get()); c(); \
        println!(\"{}\", std::mem::size_of_val(&c)); }",
    ];
    format!("pub fn run() {{\n{}}}\n", shuffled(decisions, &lines))
}

/// Temporaries whose end depends on the edition of the whole file.
fn temporaries(decisions: &mut Decisions<'_>, _: &str) -> String {
    let lines = [
        "println!(\"{}\", tail());",
        "{ let b: Box<[u8]> = vec![1, 2].into(); for it in b.into_iter() { println!(\"{}\", \
        std::mem::size_of_val(&it)); } }",
        "println!(\"{}\", { let y = D(\"y\"); y.get() + D(\"z\").get() });",
        "if let Some(_) = D(\"a\").some() { println!(\"then\"); } else { println!(\"else\"); }",
        "if let None = D(\"b\").some() { println!(\"then\"); } else { println!(\"else\"); }",
        "let _c = D(\"c\").some().is_some();",
        "match D(\"d\").some() { Some(_) => println!(\"then\"), None => {} }",
        "{ let _e = &D(\"e\"); println!(\"kept\"); }",
    ];
    format!(
        "trait Optional {{ fn some(&self) -> Option<&str>; }}\n\
         impl Optional for D {{ fn some(&self) -> Option<&str> {{ Some(self.0) }} }}\n\
         fn tail() -> usize {{ let _x = D(\"x\"); D(\"tail\").get() }}\n\
         pub fn run() {{\n{}}}\n",
        shuffled(decisions, &lines)
    )
}

fn names_of_types(decisions: &mut Decisions<'_>, _: &str) -> String {
    let (kind, other) = (type_name(decisions), small_name(decisions));
    format!(
        "pub struct {kind}<T>(T);\nenum Other {{}}\nfn {other}<T>() -> String {{\n\
         std::any::type_name::<T>().split('<').map(|it| it.rsplit(\"::\").next().unwrap())\
         .collect::<Vec<_>>().join(\"<\")\n}}\n\
         pub fn run() {{ println!(\"{{}} {{}}\", {other}::<{kind}<Other>>(), \
         {other}::<Other>()); }}\n"
    )
}

fn debug(decisions: &mut Decisions<'_>, _: &str) -> String {
    let (first, second) = (type_name(decisions), small_name(decisions));
    let format = decisions.choose(&["{:?}", "{:#?}", "{:5?}", "{:08.3?}", "{:+?}", "{:x?}"]);
    let generic = decisions.choose(&["u8", "i64", "Option<u8>", "(u8, char)", "f32"]);
    let value = match generic {
        "Option<u8>" => "Some(7)",
        "(u8, char)" => "(7, '\\n')",
        "f32" => "7.5",
        _ => "7",
    };
    format!(
        "#[derive(Clone, Debug, PartialEq)]\n\
         pub struct {first}<T> {{ {second}: T, r#type: String, pair: (f32, Unit) }}\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub struct Unit;\n\
         #[derive(Debug)]\n\
         enum Shape {{ Point, Line(u8, u8), Area {{ {second}: Option<Box<Shape>> }} }}\n\
         pub fn run() {{\n\
         let a = {first}::<{generic}> {{ {second}: {value}, r#type: \"a\\\"b\".to_string(), \
         pair: (1.0, Unit) }};\n\
         println!(\"{format}\", a);\n\
         println!(\"{format}\", Shape::Area {{ {second}: Some(Box::new(Shape::Line(1, 2))) }});\n\
         println!(\"{{:?}} {{:?}}\", Shape::Point, std::collections::BTreeMap::from_iter_(&[1, \
         2]));\n\
         }}\n\
         trait FromSlice {{ fn from_iter_(all: &[u8]) -> Self; }}\n\
         impl FromSlice for std::collections::BTreeMap<u8, Unit> {{\n\
         fn from_iter_(all: &[u8]) -> Self {{ all.iter().map(|&it| (it, Unit)).collect() }} }}\n"
    )
}

/// Tokens with random white space between them.
fn soup(decisions: &mut Decisions<'_>, depth: usize) -> String {
    const TOKENS: [&str; 30] = [
        "a", "b1", "r#fn", "1", "2.5", "0x_ff", "'c'", "\"s  t\"", "b\"x\"", "+", "-", "*", "&&",
        "||", "&", "|", "=>", "->", "::", "..", "..=", "<", ">", ">>", "==", "=", ",", ";", "?",
        "!",
    ];
    let mut text = String::new();
    let mut last = ' ';
    for _ in 0..1 + decisions.below(7) {
        let next = match decisions.below(8) {
            0 if depth > 0 => format!("({})", soup(decisions, depth - 1)),
            1 if depth > 0 => format!("[{}]", soup(decisions, depth - 1)),
            2 if depth > 0 => format!("{{{}}}", soup(decisions, depth - 1)),
            _ => decisions.choose(&TOKENS).to_owned(),
        };
        let first = next.chars().next().unwrap();
        let is_word = |c: char| c.is_alphanumeric() || "_\"'#.!".contains(c);
        // Two tokens in one word would be another token.
        let needs_space = is_word(last) && is_word(first);
        let space = match decisions.below(5) {
            0 => "  ",
            1 => " /* comment */ ",
            2 => "\n",
            _ if needs_space => " ",
            _ => "",
        };
        write!(text, "{space}{next}").unwrap();
        last = text.chars().last().unwrap();
    }
    text
}

fn tokens(decisions: &mut Decisions<'_>, _: &str) -> String {
    let (first, second) = (soup(decisions, 2), soup(decisions, 1));
    format!(
        "pub fn run() {{\nprintln!(\"{{}}\", stringify!({first}));\n\
         println!(\"{{}}|{{}}\", stringify!({second}), concat!(stringify!({second}), 1));\n}}\n"
    )
}

fn tokens_through_macros(decisions: &mut Decisions<'_>, _: &str) -> String {
    let first = soup(decisions, 2);
    let expression = decisions.choose(&[
        "1+2",
        "1 + 2",
        "( 3-1 )*2",
        "[1 ,2].len()",
        "{ 1 }",
        "if true{1}else{2}",
        "1..2",
        "-1",
    ]);
    let outer = decisions.choose(&["text", "other"]);
    let through = decisions.choose(&["show", "shown", "crate::exported"]);
    let exported = format!("show_{}", decisions.below(1000));
    format!(
        "macro_rules! show {{ ($($t:tt)*) => {{ stringify!($($t)*) }} }}\n\
         macro_rules! shown {{ ($($t:tt)*) => {{ show!($($t)*) }} }}\n\
         macro_rules! {outer} {{ ($e:expr) => {{ (stringify!($e), show!($e), $e) }} }}\n\
         pub fn run() {{\n\
         macro_rules! {exported} {{ ($m:ident, $($t:tt)*) => {{ $m!($($t)*) }} }}\n\
         println!(\"{{}}\", {through}!({first}));\n\
         println!(\"{{:?}}\", {outer}!({expression}));\n\
         println!(\"{{}}\", {exported}!(show, {expression}));\n}}\n",
        through = if through == "crate::exported" { "shown" } else { through }
    )
}

fn names_through_macros(decisions: &mut Decisions<'_>, _: &str) -> String {
    let (kind, field) = (type_name(decisions), small_name(decisions));
    let other = decisions.choose(&NAMES);
    format!(
        "macro_rules! declare {{ ($name:ident {{ $($field:ident),* }}) => {{\n\
         #[derive(Debug, Default, Clone)] pub struct $name {{ $(pub $field: u8),* }}\n\
         impl $name {{ pub fn names() -> &'static [&'static str] {{ &[stringify!($name), \
         $(stringify!($field)),*] }} }} }} }}\n\
         declare!({kind} {{ {field}, rest }});\n\
         macro_rules! call {{ ($function:ident) => {{ (stringify!($function), $function()) }} }}\n\
         fn {field}() -> usize {{ let {other} = 3; {other} }}\n\
         pub fn run() {{\n\
         println!(\"{{:?}} {{:?}}\", {kind}::default(), {kind}::names());\n\
         println!(\"{{:?}}\", call!({field}));\n}}\n"
    )
}

/// Overflows, failed assertions and messages of panics, all caught.
fn panics(decisions: &mut Decisions<'_>, edition: &str) -> String {
    let kind = decisions.choose(&["u8", "i8", "u16", "i64"]);
    let operation = decisions.choose(&["+ one", "* (one + one)", "<< (one + 7)", "- one"]);
    // From edition 2021 on, a message is always a format string.
    let message = if edition < "2021" { "{braces}" } else { "{{braces}}" };
    format!(
        "fn caught<F: FnOnce() -> u64 + std::panic::UnwindSafe>(f: F) {{\n\
         match std::panic::catch_unwind(f) {{\n\
         Ok(value) => println!(\"{{}}\", value),\n\
         Err(payload) => match payload.downcast_ref::<&str>() {{\n\
         Some(text) => println!(\"text {{}}\", text),\n\
         None => println!(\"String {{:?}}\", payload.downcast_ref::<String>()),\n}},\n}}\n}}\n\
         #[track_caller]\n\
         fn place() -> (u32, u32) {{ let at = std::panic::Location::caller(); (at.line(), \
         at.column()) }}\n\
         pub fn run() {{\n\
         let one = std::env::args().count().min(1) as {kind};\n\
         let limit = {kind}::max_value();\n\
         caught(move || (limit {operation}) as u64);\n\
         caught(|| panic!(\"{message}\"));\n\
         caught(|| {{ assert!(std::env::args().count() > 9, \"{message}\"); 1 }});\n\
         caught(|| {{ let none: Option<u8> = None; none.expect(\"nothing\") as u64 }});\n\
         caught(|| [1u64, 2][std::env::args().count().min(1) + 1]);\n\
         let all: Vec<_> = (0..2).map(|_| place()).collect();\n\
         println!(\"{{}} {{}}\", all[0] == all[1], place() == all[0]);\n}}\n"
    )
}

fn state(decisions: &mut Decisions<'_>, _: &str) -> String {
    let name = decisions.choose(&["COUNT", "TOTAL", "SEEN"]);
    let calls = 1 + decisions.below(4);
    let step = 1 + decisions.below(9);
    format!(
        "use std::cell::{{Cell, RefCell}};\n\
         use std::sync::{{Mutex, Once, OnceLock, atomic::{{AtomicUsize, Ordering}}}};\n\
         static {name}: AtomicUsize = AtomicUsize::new({step});\n\
         static LIST: Mutex<Vec<usize>> = Mutex::new(Vec::new());\n\
         static ONCE: OnceLock<String> = OnceLock::new();\n\
         static mut PLAIN: [u8; 2] = [1, 2];\n\
         thread_local! {{ static LOCAL: Cell<usize> = Cell::new({step}); \
         static TEXT: RefCell<String> = RefCell::new(String::new()); }}\n\
         pub fn next() -> usize {{\n\
         static {name}: AtomicUsize = AtomicUsize::new(100);\n\
         LOCAL.with(|it| it.set(it.get() * 2));\n\
         TEXT.with(|it| it.borrow_mut().push('x'));\n\
         LIST.lock().unwrap().push(super::total());\n\
         unsafe {{ PLAIN[0] += 1; }}\n\
         {name}.fetch_add({step}, Ordering::SeqCst)\n}}\n\
         pub fn run() {{\n\
         for _ in 0..{calls} {{ {name}.fetch_add(next(), Ordering::SeqCst); }}\n\
         let once = ONCE.get_or_init(|| {{ println!(\"once\"); next().to_string() }});\n\
         println!(\"{{}} {{}} {{:?}}\", once, {name}.load(Ordering::SeqCst), \
         LIST.lock().unwrap());\n\
         println!(\"{{}} {{}}\", LOCAL.with(|it| it.get()), TEXT.with(|it| it.borrow().clone()));\n\
         println!(\"{{}}\", unsafe {{ PLAIN[0] + PLAIN[1] }});\n}}\n"
    )
}

/// Calls whose target depends on the traits and impls that there are.
fn methods(decisions: &mut Decisions<'_>, edition: &str) -> String {
    let mut name = decisions.choose(&["try_into", "value", "next", "len", "min", "get"]);
    if name == "try_into" && edition >= "2021" {
        // The prelude has it.
        name = "try_from_";
    }
    let by = decisions.choose(&["&self", "self", "&mut self"]);
    let has_other = decisions.below(2) == 1;
    let other = match has_other {
        true => format!(
            "impl Named for &'static str {{ fn {name}({by}) -> String {{ \"text\".to_string() }} \
            }}\n\
             impl Named for u8 {{ fn {name}({by}) -> String {{ \"u8\".to_string() }} }}\n"
        ),
        false => String::new(),
    };
    let inherent = match decisions.below(3) {
        0 => format!("impl T {{ fn {name}({by}) -> String {{ \"inherent\".to_string() }} }}\n"),
        _ => String::new(),
    };
    format!(
        "#[derive(Clone, Copy)] pub struct T;\n\
         pub trait Named {{ fn {name}({by}) -> String; fn kind() -> String {{ \
         \"default\".to_string() }} }}\n\
         impl Named for T {{ fn {name}({by}) -> String {{ \"T\".to_string() }} \
         fn kind() -> String {{ println!(\"effect\"); \"own\".to_string() }} }}\n\
         impl Named for i32 {{ fn {name}({by}) -> String {{ \"i32\".to_string() }} }}\n\
         {other}{inherent}\
         trait Count {{ fn count_(&self) -> usize; }}\n\
         impl<X> Count for X {{ fn count_(&self) -> usize {{ std::mem::size_of::<X>() }} }}\n\
         pub trait Describe {{ fn describe(self) -> &'static str; }}\n\
         impl Describe for D {{ fn describe(self) -> &'static str {{ \"by value\" }} }}\n\
         impl<'a> Describe for &'a D {{ fn describe(self) -> &'static str {{ \"by reference\" }} \
         }}\n\
         fn generic<N: Named>(_: &N) -> String {{ N::kind() }}\n\
         struct Wrapper(T);\n\
         impl std::ops::Deref for Wrapper {{ type Target = T; fn deref(&self) -> &T {{ \
         println!(\"deref\"); &self.0 }} }}\n\
         impl std::ops::DerefMut for Wrapper {{ fn deref_mut(&mut self) -> &mut T {{ \
         println!(\"deref mut\"); &mut self.0 }} }}\n\
         pub fn run() {{\n\
         let mut t = T; println!(\"{{}} {{}}\", T::{name}({receiver}), t.{name}());\n\
         let mut number = 5; println!(\"{{}} {{}}\", Named::{name}({number}), generic(&t));\n\
         println!(\"{{}} {{}}\", number.count_(), (&&t).count_());\n\
         for it in [D(\"m\"), D(\"n\")].into_iter() {{ println!(\"{{}}\", it.describe()); }}\n\
         let mut wrapped = Wrapper(T); println!(\"{{}}\", wrapped.{name}());\n}}\n",
        receiver = by.replace("self", "t"),
        number = by.replace("self", "number"),
    )
}

fn operators(decisions: &mut Decisions<'_>, _: &str) -> String {
    let (kind, step) = (type_name(decisions), 1 + decisions.below(5));
    let derives = decisions.choose(&["PartialEq, PartialOrd", "PartialOrd, PartialEq"]);
    format!(
        "use std::ops::{{Add, AddAssign, Index, IndexMut, Neg, Not}};\n\
         #[derive(Clone, Copy, Debug, {derives})] struct {kind}(i32, f32);\n\
         impl Add for {kind} {{ type Output = {kind}; fn add(self, o: {kind}) -> {kind} {{ \
         println!(\"add {{}}\", o.0); {kind}(self.0 + o.0, self.1) }} }}\n\
         impl AddAssign<i32> for {kind} {{ fn add_assign(&mut self, o: i32) {{ println!(\"+= \
         {{}}\", o); self.0 += o * {step}; }} }}\n\
         impl Neg for {kind} {{ type Output = i32; fn neg(self) -> i32 {{ -self.0 }} }}\n\
         impl Not for {kind} {{ type Output = bool; fn not(self) -> bool {{ self.0 == 0 }} }}\n\
         impl Index<usize> for {kind} {{ type Output = i32; fn index(&self, _: usize) -> &i32 {{ \
         println!(\"index\"); &self.0 }} }}\n\
         impl IndexMut<usize> for {kind} {{ fn index_mut(&mut self, _: usize) -> &mut i32 {{ \
         println!(\"index mut\"); &mut self.0 }} }}\n\
         impl From<i32> for {kind} {{ fn from(n: i32) -> {kind} {{ println!(\"from\"); {kind}(n, \
         0.5) }} }}\n\
         struct Countdown(u8);\n\
         impl Iterator for Countdown {{ type Item = u8; fn next(&mut self) -> Option<u8> {{ \
         println!(\"next\"); if self.0 == 0 {{ None }} else {{ self.0 -= 1; Some(self.0) }} }} }}\n\
         pub fn run() {{\n\
         let mut a = {kind}({step}, 1.5); a += 2; let b: {kind} = 3.into(); a[0] = a[1] + 1;\n\
         println!(\"{{:?}} {{}} {{}} {{:?}}\", a + b, -a, !a, a.partial_cmp(&b));\n\
         println!(\"{{:?}} {{}}\", Countdown({step}).max(), Countdown(2).map(|it| shown(it) as \
         u32).sum::<u32>());\n\
         println!(\"{{:?}}\", shown(1) + shown(2) * shown(3));\n}}\n"
    )
}

fn floats(decisions: &mut Decisions<'_>, _: &str) -> String {
    let mut text = String::from("pub fn run() {\n");
    for _ in 0..2 + decisions.below(3) {
        let format = decisions.choose(&["{}", "{:?}", "{:e}", "{:.3}", "{:+}", "{:08.2}", "{:E}"]);
        let (whole, part) = (decisions.below(100_000), decisions.below(10_000));
        let exponent = decisions.choose(&["", "e7", "e-12", "e300", "e-310"]);
        let kind = decisions.choose(&["f64", "f32"]);
        let value = match decisions.below(8) {
            0 => format!("{kind}::NAN"),
            1 => format!("-{kind}::INFINITY"),
            2 => format!("-0.0_{kind}"),
            3 => format!("(1.0 / 3.0) as {kind}"),
            _ => format!("{whole}.{part}{exponent}_f64 as {kind}"),
        };
        writeln!(text, "println!(\"{format}\", {value});").unwrap();
    }
    text + "}\n"
}

fn constants(decisions: &mut Decisions<'_>, _: &str) -> String {
    let (size, kind) = (1 + decisions.below(5), type_name(decisions));
    let value = decisions.below(1000);
    format!(
        "pub const fn power(base: u64, exponent: u32) -> u64 {{ if exponent == 0 {{ 1 }} else {{ \
        base * power(base, exponent - 1) }} }}\n\
         pub const TABLE: [u64; {size}] = {{ let mut all = [0; {size}]; let mut at = 0; while at \
         < {size} {{ all[at] = power(3, at as u32); at += 1; }} all }};\n\
         pub trait Sized_ {{ const SIZE: usize; const NAME: &'static str = \"default\"; }}\n\
         pub struct {kind}<const N: usize>;\n\
         impl<const N: usize> Sized_ for {kind}<N> {{ const SIZE: usize = N + {size}; }}\n\
         impl Sized_ for u8 {{ const SIZE: usize = {value}; const NAME: &'static str = \
         stringify!({kind}); }}\n\
         mod deep {{ pub const VALUE: u32 = super::VALUE + 1; pub mod deeper {{ pub fn value() \
         -> u32 {{ super::VALUE + super::super::VALUE }} }} }}\n\
         const VALUE: u32 = {value};\n\
         #[repr(u8)] #[derive(Clone, Copy)] enum Numbered {{ A = 3, B, C = {size}0 }}\n\
         pub fn run() {{\n\
         println!(\"{{:?}} {{}} {{}}\", TABLE, <{kind}<4> as Sized_>::SIZE, <{kind}<1> as \
         Sized_>::NAME);\n\
         println!(\"{{}} {{}} {{}}\", u8::SIZE, u8::NAME, deep::deeper::value());\n\
         println!(\"{{}} {{}} {{}}\", Numbered::A as u8, Numbered::B as u8, Numbered::C as u8);\n\
         println!(\"{{}}\", std::mem::size_of::<Option<Numbered>>());\n}}\n"
    )
}

/// Words and syntax that only older editions have.
fn words(decisions: &mut Decisions<'_>, edition: &str) -> String {
    let lines_2015 = [
        "{ let async = 1; let r#await = async + 1; println!(\"{}\", r#await); }",
        "{ fn try(await: u8) -> u8 { await + 1 } println!(\"{}\", try(1)); }",
        "{ trait Old { fn f(u8) -> u8; } impl Old for u8 { fn f(a: u8) -> u8 { a } } \
        println!(\"{}\", u8::f(3)); }",
        "println!(\"{}\", ::shown(4));",
    ];
    let lines_2018 = [
        "println!(\"{}\", match 5 { 0...9 => \"digit\", _ => \"more\" });",
        "{ let all: Vec<Box<std::fmt::Debug>> = vec![Box::new(1), Box::new(\"a\")]; \
        println!(\"{:?}\", all); }",
        "{ macro_rules! either { ($p:pat | $q:pat) => { match 2 { $p => 1, $q => 2, _ => 3 } } } \
        println!(\"{}\", either!(1 | 2)); }",
        "{ macro_rules! two { ($a:tt $b:tt) => { concat!(stringify!($a), \"+\", stringify!($b)) \
        } } println!(\"{}\", two!(z\"hey\")); }",
        "{ let a = [1, 2]; println!(\"{:?}\", a.into_iter().map(|it| \
        it.clone()).collect::<Vec<_>>()); }",
    ];
    let lines_2021 = [
        "{ let gen = 1; println!(\"{}\", gen); }",
        "{ macro_rules! arm { ($e:expr) => { 1 }; (const $b:block) => { 2 } } println!(\"{}\", \
        arm!(const { 3 })); }",
        "{ fn f() -> impl Iterator<Item = u8> { vec![1, 2].into_iter() } println!(\"{}\", \
        f().count()); }",
        "{ extern \"C\" { fn abs(n: i32) -> i32; } println!(\"{}\", unsafe { abs(-3) }); }",
        "{ unsafe fn raw(p: *const u8) -> u8 { *p } println!(\"{}\", unsafe { raw(&7) }); }",
    ];
    let lines_2024 = [
        "{ let o = Some(3); if let Some(n) = o && n > 2 { println!(\"chain {n}\"); } }",
        "{ let r#gen = 1; println!(\"{}\", r#gen); }",
        "{ fn f(s: &str) -> impl Iterator<Item = char> { s.chars() } println!(\"{}\", \
        f(\"abc\").count()); }",
    ];
    let mut lines: Vec<&str> = Vec::new();
    if edition == "2015" {
        lines.extend(lines_2015);
    }
    if edition < "2021" {
        lines.extend(lines_2018);
    }
    if edition < "2024" {
        lines.extend(lines_2021);
    } else {
        lines.extend(lines_2024);
    }
    format!("pub fn run() {{\n{}}}\n", shuffled(decisions, &lines))
}
