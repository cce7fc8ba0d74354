-- What has been played stays as it was, until a whole match is deleted: see guards.sql.
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    -- UTC.
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    game TEXT NOT NULL,
    -- The command line that began it.
    command TEXT NOT NULL,
    -- A `Plan` as JSON.
    plan TEXT NOT NULL
) STRICT;

CREATE TABLE game (
    match INTEGER NOT NULL REFERENCES match (id),
    -- The place of its pair in the match, and its place in the pair, from 0.
    unit INTEGER NOT NULL,
    number INTEGER NOT NULL,
    -- The unit's contestants by their places in the plan.
    one INTEGER NOT NULL,
    other INTEGER NOT NULL,
    -- By name: who moved first, and who second.
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    -- '1-0', '0-1' or '1/2-1/2', and why.
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- Who lost by a fault, by name.
    at_fault TEXT,
    plies INTEGER NOT NULL,
    -- The longest answer of the first and the second player.
    first_longest_us INTEGER NOT NULL,
    second_longest_us INTEGER NOT NULL,
    -- A `GameSummary` as JSON.
    summary TEXT NOT NULL,
    -- A `Record` as JSON, compressed with gzip.
    record BLOB NOT NULL,
    PRIMARY KEY (match, unit, number)
) STRICT;

PRAGMA user_version = 1;
