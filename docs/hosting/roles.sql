-- The logins of a site on PostgreSQL, once, as its superuser:
--     psql -v owner=… -v server=… -v worker=… -f roles.sql
-- with the three passwords. Then, as the owner: cubarium admin upgrade
CREATE ROLE cubarium_owner LOGIN PASSWORD :'owner';
CREATE ROLE cubarium_server LOGIN PASSWORD :'server';
CREATE ROLE cubarium_worker LOGIN PASSWORD :'worker';
CREATE DATABASE cubarium OWNER cubarium_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE CONNECT, TEMPORARY ON DATABASE cubarium FROM PUBLIC;
GRANT CONNECT ON DATABASE cubarium TO cubarium_server, cubarium_worker;
\connect cubarium
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO cubarium_owner;
GRANT USAGE ON SCHEMA public TO cubarium_server, cubarium_worker;
ALTER DEFAULT PRIVILEGES FOR ROLE cubarium_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO cubarium_server;
ALTER DEFAULT PRIVILEGES FOR ROLE cubarium_owner IN SCHEMA public
    GRANT USAGE ON SEQUENCES TO cubarium_server;
