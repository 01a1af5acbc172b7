-- What a worker may do: take jobs, answer them, and say that it lives. As the owner, after
-- cubarium admin upgrade:
GRANT SELECT, UPDATE ON engine_jobs TO cubarium_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON engine_workers TO cubarium_worker;
