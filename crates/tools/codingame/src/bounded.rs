//! Lists of a bounded length, for input of unknown origin.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// List of at most `MOST` values. Longer input is an error as soon as its length is known.
#[derive(Debug)]
pub(crate) struct Bounded<T, const MOST: usize>(pub(crate) Vec<T>);

impl<T, const MOST: usize> Default for Bounded<T, MOST> {
    fn default() -> Bounded<T, MOST> {
        Bounded(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Bounded<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bounded<T, MOST>, D::Error> {
        deserializer.deserialize_seq(Values(PhantomData))
    }
}

struct Values<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Values<T, MOST> {
    type Value = Bounded<T, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST} values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Bounded<T, MOST>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            if values.len() == MOST {
                return Err(A::Error::custom(format!("a list of more than {MOST} values")));
            }
            values.push(value);
        }
        Ok(Bounded(values))
    }
}
