-- A role for workers that may take and finish games, and nothing else.
--
--   psql DATABASE --file scripts/worker-role.sql
--   psql DATABASE --set worker=NAME --file scripts/worker-role.sql
--
-- To be run by the owner of the ledger's tables, in its schema, when a tournament, a grading or a study
-- has been begun there, and once more when a tournament comes to a place that had none; running it
-- again changes nothing. The role gets no password here: \password NAME sets one.
--
-- It reads the ledger, takes and gives back games and other tasks, and adds results, of games only
-- that it has taken. It cannot change or remove a game's result, add players, pairings or tasks, or
-- touch an agent's sources. So a worker
-- with this role plays and leaves planning to a process with the owner's role: zerosum tournament FILE
-- --attach.

\set ON_ERROR_STOP on
\if :{?worker}
\else
    \set worker zerosum_worker
\endif

BEGIN;
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'worker') AS missing \gset
\if :missing
    CREATE ROLE :"worker" LOGIN;
\endif
SELECT current_schema() AS schema \gset

REVOKE ALL ON ALL TABLES IN SCHEMA :"schema" FROM :"worker";
GRANT USAGE ON SCHEMA :"schema" TO :"worker";
GRANT SELECT ON ledger_format, task, job, blob TO :"worker";
-- To take a task, renew its lease, give it back or mark it as done with its result.
GRANT UPDATE (state, owner, attempt, started, lease, result) ON task TO :"worker";
-- Where there is a tournament: to show a game's position, to bring its result, and which clock the
-- games are charged by, once.
SELECT to_regclass(format('%I.identity', current_schema())) IS NOT NULL AS tournament \gset
\if :tournament
    GRANT SELECT ON identity, constant, about, entrant, version, source, pairing, game, record
        TO :"worker";
    GRANT UPDATE (moves, position) ON task TO :"worker";
    GRANT INSERT ON game, record, constant TO :"worker";
    -- Of a game that was planned and that it has taken, and with a result that can be read. All
    -- other roles may do what they could do before.
    ALTER TABLE game ENABLE ROW LEVEL SECURITY;
    DROP POLICY IF EXISTS everybody ON game;
    CREATE POLICY everybody ON game USING (true) WITH CHECK (true);
    DROP POLICY IF EXISTS :"worker" ON game;
    CREATE POLICY :"worker" ON game AS RESTRICTIVE FOR INSERT TO :"worker" WITH CHECK (
        EXISTS (SELECT FROM task WHERE task.id = game.id AND task.kind = 'game'
                AND task.state = 'done' AND task.pairing = game.pairing
                AND task.number = game.number AND task.first = game.first
                AND task.second = game.second)
        AND winner BETWEEN -1 AND 1
        AND first_points BETWEEN -1000000000 AND 1000000000
        AND second_points BETWEEN -1000000000 AND 1000000000
        AND reason ~ '^[a-z-]+$');
    -- Which clock the games are charged by, and no other fact.
    ALTER TABLE constant ENABLE ROW LEVEL SECURITY;
    DROP POLICY IF EXISTS everybody ON constant;
    CREATE POLICY everybody ON constant USING (true) WITH CHECK (true);
    DROP POLICY IF EXISTS :"worker" ON constant;
    CREATE POLICY :"worker" ON constant AS RESTRICTIVE FOR INSERT TO :"worker"
        WITH CHECK (name = 'clock');
\endif
COMMIT;
