-- A store only grows, except where `Store::delete` lifts these triggers for whole matches.
CREATE TRIGGER matches_stay BEFORE UPDATE ON match
    BEGIN SELECT raise(ABORT, 'a store only ever grows'); END;
CREATE TRIGGER matches_are_kept BEFORE DELETE ON match
    BEGIN SELECT raise(ABORT, 'a store only ever grows'); END;
CREATE TRIGGER games_stay BEFORE UPDATE ON game
    BEGIN SELECT raise(ABORT, 'a store only ever grows'); END;
CREATE TRIGGER games_are_kept BEFORE DELETE ON game
    BEGIN SELECT raise(ABORT, 'a store only ever grows'); END;
