//! Belief about hidden pieces in whole games.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use gamekit::{Observe as _, Player, Position as _};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use stratego::{
    squares, Battle, Behaviour, Belief, Habit, Knowledge, Move, Position, Rank, Setup, Square, View,
};

fn random_setup(rng: &mut StdRng) -> Setup {
    let mut army: Vec<Rank> = Rank::ALL
        .into_iter()
        .flat_map(|rank| std::iter::repeat_n(rank, usize::from(Rank::ARMY[rank.index()])))
        .collect();
    army.shuffle(rng);
    army.try_into().unwrap()
}

/// A game with the views and beliefs of both players.
struct Watched {
    pos: Position,
    views: [View; 2],
    /// Belief of each player about the other's pieces.
    beliefs: [Belief; 2],
    /// Belief of the other player about each player's pieces, from that player's own view.
    enemy_beliefs: [Belief; 2],
}

impl Watched {
    fn new(pos: Position) -> Watched {
        let views = Player::BOTH.map(|player| pos.view(player));
        let enemy_beliefs = views.map(|view| Belief::of(view.player(), &view, Knowledge::ALL));
        Watched { pos, views, beliefs: views.map(|view| Belief::new(&view)), enemy_beliefs }
    }

    fn play(&mut self, step: Move) {
        let battle = self.pos.battle(step);
        for player in 0..2 {
            let before = self.views[player];
            self.views[player].play(step, battle);
            for beliefs in [&mut self.beliefs, &mut self.enemy_beliefs] {
                beliefs[player].observe(&before, step, battle, &self.views[player]);
            }
        }
        self.pos.play_unchecked(step);
    }
}

/// Plays random games, in which most attacks are declined, and calls `check` for every seventh
/// position.
fn for_positions(games: u64, mut check: impl FnMut(&Watched, &mut StdRng)) -> usize {
    let mut checked = 0;
    for seed in 0..games {
        let mut rng = StdRng::seed_from_u64(seed);
        let setups = [random_setup(&mut rng), random_setup(&mut rng)];
        let mut game = Watched::new(Position::initial().set_up([&setups[0], &setups[1]]));
        while game.pos.outcome().is_none() {
            let mut steps = Vec::new();
            game.pos.legal_moves(|mv| steps.push(mv));
            let quiet: Vec<Move> =
                steps.iter().copied().filter(|&mv| game.pos.battle(mv).is_none()).collect();
            let step = quiet.choose(&mut rng).filter(|_| rng.random_bool(0.7));
            let step = *step.or(steps.choose(&mut rng)).unwrap();
            game.play(step);
            if game.pos.plies() % 7 == 0 {
                check(&game, &mut rng);
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn every_sampled_world_is_in_the_information_set() {
    let checked = for_positions(6, |game, rng| {
        for (view, belief) in game.views.iter().zip(&game.beliefs) {
            let worlds = belief.worlds(view);
            for _ in 0..4 {
                let world = worlds.sample(rng);
                let rank_of = |sq: Square| world.iter().find(|(other, _)| *other == sq).unwrap().1;
                let pos = view.world(rank_of);
                assert_eq!(pos.view(view.player()), *view);
                let enemy = view.player().opponent();
                assert_eq!(pos.moved() & pos.occupied(enemy) & !pos.movable(enemy), 0);
            }
        }
    });
    assert!(checked > 200, "{checked}");
}

#[test]
fn true_ranks_are_possible_and_impossible_ranks_have_probability_zero() {
    let checked = for_positions(12, |game, _| {
        for (view, belief) in game.views.iter().zip(&game.beliefs) {
            let odds = belief.odds(view);
            let hidden = odds.iter().fold(0, |set, (square, _)| set | square.bit());
            assert_eq!(hidden, view.hidden_squares());
            for (square, odds) in &odds {
                let truth = game.pos.rank_at(*square).unwrap();
                assert!(odds[truth.index()] > 1e-8, "{truth} on {square}: {odds:?}");
                assert!((odds.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{odds:?}");
                if view.moved() & square.bit() != 0 {
                    assert_eq!(odds[..2], [0.0, 0.0], "flags and bombs do not move");
                }
            }
            for rank in Rank::ALL {
                let sum: f32 = odds.iter().map(|(_, odds)| odds[rank.index()]).sum();
                let count = f32::from(view.hidden(rank));
                assert!((sum - count).abs() < 0.05, "{sum} of {count} {rank}");
            }
        }
    });
    assert!(checked > 400, "{checked}");
}

#[test]
fn the_belief_of_the_enemy_about_us_follows_from_our_view() {
    for_positions(4, |game, _| {
        for player in 0..2 {
            let enemy_odds = game.enemy_beliefs[player].odds(&game.views[player]);
            assert_eq!(enemy_odds, game.beliefs[1 - player].odds(&game.views[1 - player]));
        }
    });
}

#[test]
fn a_belief_does_not_know_left_from_right() {
    let flip = |sq: Square| Square::at(9 - sq.x(), sq.y()).unwrap();
    for seed in 0..2 {
        let mut rng = StdRng::seed_from_u64(seed);
        let setups = [(); 2].map(|()| random_setup(&mut rng));
        let flipped = setups
            .map(|setup| std::array::from_fn(|place| setup[place / 10 * 10 + 9 - place % 10]));
        let start =
            |[red, blue]: &[Setup; 2]| Watched::new(Position::initial().set_up([red, blue]));
        let (mut game, mut other) = (start(&setups), start(&flipped));
        while game.pos.outcome().is_none() {
            let mut steps = Vec::new();
            game.pos.legal_moves(|mv| steps.push(mv));
            let step = *steps.choose(&mut rng).unwrap();
            let Move::Step { from, to } = step else { panic!("both armies are set up") };
            game.play(step);
            other.play(Move::Step { from: flip(from), to: flip(to) });
            for (belief, view, other, other_view) in [0, 1].map(|player| {
                let (belief, other_belief) = (&game.beliefs[player], &other.beliefs[player]);
                (belief, &game.views[player], other_belief, &other.views[player])
            }) {
                let flipped = other.odds(other_view);
                for (square, odds) in belief.odds(view) {
                    let (_, flipped) =
                        flipped.iter().find(|(other, _)| *other == flip(square)).unwrap();
                    let gaps = odds.iter().zip(flipped).map(|(odds, other)| (odds - other).abs());
                    assert!(gaps.fold(0.0, f32::max) < 0.01, "{square}");
                }
            }
        }
    }
}

#[test]
fn a_guess_assigns_exactly_the_hidden_ranks() {
    for_positions(3, |game, _| {
        for (view, belief) in game.views.iter().zip(&game.beliefs) {
            let guess = belief.guess(view, &belief.odds(view));
            let pos = view.world(|sq| guess.iter().find(|(other, _)| *other == sq).unwrap().1);
            assert_eq!(pos.view(view.player()), *view);
        }
    });
}

#[test]
fn arbitrary_observations_leave_a_belief_valid() {
    for seed in 0..8 {
        let mut rng = StdRng::seed_from_u64(seed);
        let setups = [random_setup(&mut rng), random_setup(&mut rng)];
        let pos = Position::initial().set_up([&setups[0], &setups[1]]);
        let mut view = pos.view(Player::First);
        let mut beliefs = [Belief::new(&view), Belief::of(Player::First, &view, Knowledge::ALL)];
        for _ in 0..120 {
            let [from, to] = [(); 2].map(|()| Square::new(rng.random_range(0..100)));
            let rank = |rng: &mut StdRng| *Rank::ALL.choose(rng).unwrap();
            let battle = Battle { attacker: rank(&mut rng), defender: rank(&mut rng) };
            let battle = Some(battle).filter(|_| rng.random());
            let before = view;
            let step = Move::Step { from, to };
            if from != to && view.own() & to.bit() == 0 && !view.enemies() & from.bit() == 0 {
                view.play(step, battle);
            }
            for belief in &mut beliefs {
                belief.observe(&before, step, battle, &view);
                for (_, odds) in belief.odds(&view) {
                    assert!(odds.iter().all(|share| (0.0..=1.0).contains(share)), "{odds:?}");
                }
                let hidden = belief.worlds(&view).sample(&mut rng);
                assert_eq!(hidden.len(), belief.odds(&view).len());
            }
        }
    }
}

/// Checks the observed behaviour of Red's hidden piece on `sq` when Red plays `mv`, after the step
/// `challenge` by Blue.
fn check_seen(rows: &str, challenge: &str, mv: &str, sq: &str, expected: Option<Behaviour>) {
    let text = format!("F9/10/10/{rows}/10/10/9f b 60 7");
    let mut game = Watched::new(text.parse().unwrap_or_else(|error| panic!("{error}: {text}")));
    game.play(challenge.parse().unwrap());
    let belief = &game.beliefs[Player::Second.index()];
    let view = &game.views[Player::Second.index()];
    let seen: Vec<_> = belief.behaviours(view, mv.parse().unwrap()).collect();
    let seen = seen.iter().find(|(other, _)| other.to_string() == sq).map(|(_, seen)| *seen);
    assert_eq!(seen, expected, "{rows} {challenge} {mv}");
}

#[test]
fn the_behaviour_of_a_piece_is_classified_by_its_situation() {
    let seen = |habit, known| Some(Behaviour { habit, known });
    let major = Some(Rank::Major);
    // Red's general on 4 4, a revealed blue major, a blue miner far away.
    let (far, near) = ("10/4G~5/10/j~+8i", "10/4G~5/10/4j~+4i");
    check_seen(near, "4 6 UP", "0 0 DOWN", "4 4", seen(Habit::DefiesChallenger, major));
    check_seen(near, "4 6 UP", "4 4 UP", "4 4", seen(Habit::FleesChallenger, major));
    check_seen(near, "4 6 UP", "4 4 DOWN", "4 4", None);
    check_seen(near, "9 6 UP", "4 4 UP", "4 4", seen(Habit::AvoidsKnown, major));
    check_seen(near, "9 6 UP", "4 4 DOWN", "4 4", seen(Habit::ApproachesKnown, major));
    check_seen(near, "9 6 UP", "0 0 DOWN", "4 4", seen(Habit::IgnoresKnown, major));
    let beside = "10/4G~5/4j~+5/9i";
    check_seen(beside, "9 6 UP", "0 0 DOWN", "4 4", seen(Habit::SparesKnown, major));
    check_seen(beside, "9 6 UP", "4 4 UP", "4 4", seen(Habit::LeavesKnown, major));
    check_seen(far, "9 6 UP", "0 0 DOWN", "4 4", seen(Habit::Rests, None));
    check_seen(far, "9 6 UP", "4 4 UP", "4 4", seen(Habit::Wanders, None));
    check_seen(far, "9 6 UP", "4 4 DOWN", "4 4", seen(Habit::Invades, None));
    check_seen(far, "9 6 UP", "0 0 DOWN", "0 0", seen(Habit::StartsMidway, None));
    check_seen(far, "9 6 UP", "4 4 DOWN", "0 0", seen(Habit::WaitsMidway, None));
    let unknown = "10/4G~5/4j~5/9i";
    check_seen(unknown, "9 6 UP", "0 0 DOWN", "4 4", seen(Habit::SparesMover, None));
    check_seen(unknown, "9 6 UP", "4 4 UP", "4 4", seen(Habit::LeavesMover, None));
    let sitter = "10/10/4G~5/4j4i";
    check_seen(sitter, "9 6 UP", "0 0 DOWN", "4 5", seen(Habit::SparesSitter, None));
    check_seen(sitter, "9 6 UP", "4 5 UP", "4 5", seen(Habit::LeavesSitter, None));
    // The piece cannot step.
    check_seen("4L5/4G~L~4/4L~5/9i", "9 6 UP", "0 0 DOWN", "4 4", None);
}

#[test]
fn a_piece_that_flees_from_a_known_piece_is_less_likely_to_beat_it() {
    let text = "F9/10/10/10/4C~L~4/9I~/4j~+5/9i/10/9f b 60 7";
    let mut game = Watched::new(text.parse().unwrap_or_else(|error| panic!("{error}")));
    let odds_of_winning = |game: &Watched| -> f32 {
        let odds = game.beliefs[1].odds(&game.views[1]);
        let piece = odds.iter().find(|(square, _)| square.x() == 4);
        piece.unwrap().1[Rank::Colonel.index()..].iter().sum()
    };
    game.play("4 6 UP".parse().unwrap());
    let before = odds_of_winning(&game);
    game.play("4 4 UP".parse().unwrap());
    let after = odds_of_winning(&game);
    assert!(after < before - 0.05, "{before} {after}");
}

#[test]
fn a_belief_can_start_from_a_view_in_the_middle_of_a_game() {
    for_positions(2, |game, _| {
        for view in &game.views {
            let odds = Belief::new(view).odds(view);
            assert_eq!(odds.len(), squares(view.hidden_squares()).count());
        }
    });
}
