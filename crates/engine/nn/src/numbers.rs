use crate::Network;

/// A layer's weights or biases, by how wide its numbers are where nothing is known of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// The weights of the first layer.
    Bits8 = 8,
    /// All other weights, and the biases of the first layer.
    Bits16 = 16,
    /// The biases of what follows.
    Bits32 = 32,
}

/// Whoever sees all numbers of a network, in the one order in which they are written.
pub(crate) trait Visitor {
    /// Says what follows: rows of so many numbers.
    fn begin(&mut self, width: Width, row: usize);

    /// Sees a number, which is the `lane`-th of its row, and returns what it is to be.
    fn visit(&mut self, number: i32, lane: usize) -> i32;
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Shows all numbers to `visitor`, but those that only fill up the hidden layer.
    pub(crate) fn visit_numbers(&mut self, visitor: &mut impl Visitor) {
        let hidden = self.shape.hidden;
        let mut narrow = |width: Width, rows: &mut dyn Iterator<Item = &mut [i16]>| {
            visitor.begin(width, hidden);
            for row in rows {
                for (lane, number) in row[..hidden].iter_mut().enumerate() {
                    *number = visitor.visit(i32::from(*number), lane) as i16;
                }
            }
        };
        narrow(Width::Bits16, &mut [&mut self.biases.0[..]].into_iter());
        narrow(Width::Bits8, &mut self.columns.iter_mut().map(|column| &mut column.0[..]));
        let sides = self.units.iter_mut().flat_map(|unit| &mut unit.weights);
        narrow(Width::Bits16, &mut sides.map(|side| &mut side.0[..]));
        visitor.begin(Width::Bits32, 1);
        for unit in &mut self.units {
            unit.bias = visitor.visit(unit.bias, 0);
        }
        visitor.begin(Width::Bits16, 1);
        for weight in &mut self.output_weights {
            *weight = visitor.visit(i32::from(*weight), 0) as i16;
        }
        visitor.begin(Width::Bits32, 1);
        for bias in &mut self.output_biases {
            *bias = visitor.visit(*bias, 0);
        }
    }
}
