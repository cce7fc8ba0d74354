use super::knowledge::Habits;

/// How ranks behave: learned from games of the bot against itself.
///
/// Columns are ranks, or what a rank is to the known piece that the habit has to do with.
/// Written by `cargo run --release -p stratego --example habits -- 2000 1000 1`.
#[rustfmt::skip]
pub const HABITS: Habits = Habits([
    [376, 391, 21, -144, -110, -19, 66, -197, -1751, -1600, -661, -2806], // DefiesChallenger, 86431 times
    [0, 0, 162, -1541, 485, 653, 378, -877, -4349, -3731, -1991, -2615], // FleesChallenger, 20351 times
    [31, 16, -10, 0, -10, 14, -5, -38, -687, -630, -420, -486], // SparesKnown, 322276 times
    [0, 0, 498, -248, 797, 382, 686, -82, -293, -73, -7, -328], // LeavesKnown, 5289 times
    [33, 32, 7, -21, 10, 31, 28, -9, -182, -145, -109, 25], // IgnoresKnown, 419028 times
    [0, 0, -1406, -2570, -1331, -1671, -1017, -798, 1558, 1491, 1137, -356], // ApproachesKnown, 21066 times
    [0, 0, 487, -330, 205, 135, 313, 508, -315, -175, -299, -137], // AvoidsKnown, 8180 times
    [15, -4, -84, -70, -91, -95, -97, -256, -752, -847, -323, -412], // SparesMover, 80294 times
    [0, 0, 502, -326, 807, 290, 372, -271, -344, -818, -227, -512], // LeavesMover, 6507 times
    [0, 0, -177, -469, -459, -138, -134, -137, -126, -140, -109, -93], // SparesSitter, 48963 times
    [0, 0, -14, -1889, -173, 132, 30, 171, 160, -242, -78, -270], // LeavesSitter, 2620 times
    [28, -5, 3, -34, -31, 12, 4, -27, -36, -3, -7, -62], // WaitsEarly, 438082 times
    [-7, -2, -39, -47, -8, -1, 0, 3, -9, -4, -4, -17], // WaitsMidway, 998248 times
    [1, 11, -39, -89, -15, -16, -20, -21, -10, -26, -21, -31], // WaitsLate, 995391 times
    [0, 0, -235, -514, -262, 13, 149, -32, 6, 325, 560, 1143], // StartsEarly, 19306 times
    [0, 0, 368, -846, -228, -46, 201, 127, 478, 496, 512, 767], // StartsMidway, 15790 times
    [0, 0, 610, -489, 20, 391, 432, 463, 498, 467, 590, 647], // StartsLate, 10744 times
    [0, 0, 9, -36, 5, 16, 11, 2, -1, 1, 2, 2], // Rests, 677368 times
    [0, 0, -932, -1331, -767, -129, 41, 171, 321, 214, 517, 334], // ApproachesUnknown, 14587 times
    [0, 0, -154, -2302, 193, -49, 83, 198, 133, 144, -273, -61], // Advances, 19169 times
    [0, 0, -152, -1516, 134, 213, 113, 53, 42, 39, -172, -414], // Invades, 12037 times
    [0, 0, 833, -1268, -97, -175, -161, -104, -112, -101, 319, 834], // Wanders, 11563 times
    [0, 0, 112, 47, -68, -87, -74, -85, -108, -90, -159, -7], // Returns, 8766 times
]);
