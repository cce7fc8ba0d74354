//! Table of habits, learned from self-play.

use super::knowledge::Habits;

/// Log-likelihood ratios of habits by rank, learned from games of the bot against itself.
///
/// Columns are ranks, or the relation of a rank to the known piece that the habit involves.
/// Written by `cargo run --release -p stratego --example habits -- 3000 1000 2`.
#[rustfmt::skip]
pub const HABITS: Habits = Habits([
    [64, 82, 34, 36, 31, -56, 11, -368, -1493, -1570, -947, -2540], // DefiesChallenger, 134048 times
    [0, 0, 145, -1143, 147, 166, 167, -595, -2906, -2404, -1535, -2217], // FleesChallenger, 58173 times
    [-42, -21, -49, -47, -35, -63, -43, -101, -43, -198, -120, -244], // SparesKnown, 129873 times
    [0, 0, 384, -1105, 122, 396, 554, -162, -379, 33, 40, 77], // LeavesKnown, 4871 times
    [24, 13, -6, -21, -5, -25, -13, -51, -194, -229, -154, -4], // IgnoresKnown, 395936 times
    [0, 0, -1262, -1963, -747, -1839, -702, -1229, 1007, 1012, 1002, -228], // ApproachesKnown, 30077 times
    [0, 0, 206, -1195, 290, 364, 434, 97, -254, -203, -94, -185], // AvoidsKnown, 13702 times
    [-81, -33, -74, -113, -99, -197, -123, -200, -498, -327, -998, -597], // SparesMover, 24384 times
    [0, 0, 181, -975, 172, 180, 164, 16, -339, -513, -358, -1046], // LeavesMover, 6168 times
    [0, 0, -76, -243, -281, -179, -161, -175, -161, -178, 140, 136], // SparesSitter, 6123 times
    [0, 0, 61, -874, -102, -292, -263, -14, -243, -122, -405, 348], // LeavesSitter, 1055 times
    [96, 53, 33, -9, -10, 22, 28, 14, 2, 17, 14, -19], // WaitsEarly, 696166 times
    [36, 23, 3, 0, 7, 12, 7, 6, -7, -7, -20, -21], // WaitsMidway, 1658359 times
    [-7, 12, 16, -2, 10, 10, -4, 3, -3, -4, -3, -3], // WaitsLate, 2492201 times
    [0, 0, 713, -1311, -807, -483, -369, -107, 323, 664, 1011, 1036], // StartsEarly, 20407 times
    [0, 0, 890, -1027, -808, -329, -67, 290, 871, 1127, 1141, 1497], // StartsMidway, 21107 times
    [0, 0, -84, -888, -390, 124, 438, 643, 890, 1112, 1010, 937], // StartsLate, 21982 times
    [0, 0, 31, 5, 22, 18, 12, 17, 1, 0, 2, 1], // Rests, 547804 times
    [0, 0, -1313, -1457, -1299, 78, 116, 107, 101, 122, 67, 102], // ApproachesUnknown, 15289 times
    [0, 0, 172, -2612, -482, -182, -4, 189, 353, 481, 542, 694], // Advances, 32120 times
    [0, 0, -87, -3303, 222, 95, -5, 21, -131, -71, -167, -86], // Invades, 10029 times
    [0, 0, 1161, -2027, -584, -431, -311, -311, 115, 432, 710, 929], // Wanders, 18592 times
    [0, 0, -57, -511, -89, -215, -162, -71, -79, -100, -247, 123], // Returns, 9998 times
]);
