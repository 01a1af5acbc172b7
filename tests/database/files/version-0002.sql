-- Written by the version before revision 0003: five tables, dumped as SQL.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE chat (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	team INTEGER, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_chat PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_chat_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "chat" VALUES('YS8v2u8fwvy4',1,NULL,0,'Hello',1794856724515);
CREATE TABLE events (
	table_id VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	data JSON NOT NULL, 
	at BIGINT NOT NULL, 
	spent INTEGER NOT NULL, 
	client VARCHAR(64), 
	CONSTRAINT pk_events PRIMARY KEY (table_id, version), 
	CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('JrukGd8MTGyY',1,'seated',0,'{"name": "Guest", "engine": ""}',1794856724623,0,NULL);
INSERT INTO "events" VALUES('NfNEzNDNVhws',1,'seated',0,'{"name": "Guest", "engine": ""}',1794856724606,0,NULL);
INSERT INTO "events" VALUES('NfNEzNDNVhws',2,'seated',1,'{"name": "Player GOW", "engine": ""}',1794856724606,0,NULL);
INSERT INTO "events" VALUES('NfNEzNDNVhws',3,'aborted',0,'{}',1794856724610,0,'h14');
INSERT INTO "events" VALUES('Ps2dfyQcYbD9',1,'seated',0,'{"name": "Guest", "engine": ""}',1794856724627,0,NULL);
INSERT INTO "events" VALUES('Ps2dfyQcYbD9',2,'seated',1,'{"name": "Level 1", "engine": "level1"}',1794856724627,0,NULL);
INSERT INTO "events" VALUES('YS8v2u8fwvy4',1,'seated',0,'{"name": "Ann", "engine": ""}',1794856724479,0,NULL);
INSERT INTO "events" VALUES('YS8v2u8fwvy4',2,'seated',1,'{"name": "Bob", "engine": ""}',1794856724495,0,'h1');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',3,'moved',0,'{"move": "a1a5"}',1794856724499,0,'h1');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',4,'moved',1,'{"move": "a1a5"}',1794856724503,4,'h2');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',5,'moved',0,'{"move": "a1e1"}',1794856724506,3,'h2');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',6,'moved',1,'{"move": "a1e1"}',1794856724509,3,'h3');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',7,'moved',0,'{"move": "a2a1"}',1794856724511,2,'h3');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',8,'moved',1,'{"move": "a2e2"}',1794856724514,3,'h4');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',9,'offered',0,'{"offer": "takeback"}',1794856724520,0,'h5');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',10,'answered',1,'{"offer": "takeback", "agreed": true}',1794856724521,7,'h6');
INSERT INTO "events" VALUES('YS8v2u8fwvy4',11,'taken_back',0,'{}',1794856724521,0,NULL);
INSERT INTO "events" VALUES('YS8v2u8fwvy4',12,'offered',1,'{"offer": "draw"}',1794856724523,0,'h7');
INSERT INTO "events" VALUES('bYRNK8MXn74P',1,'seated',0,'{"name": "Player B", "engine": ""}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',2,'seated',1,'{"name": "Guest", "engine": ""}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',3,'drawn',NULL,'{"draw": "=YGBR"}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',4,'drawn',NULL,'{"draw": "=c41"}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',5,'drawn',NULL,'{"draw": "=c01"}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',6,'drawn',NULL,'{"draw": "=c42"}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',7,'drawn',NULL,'{"draw": "=c45"}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',8,'drawn',NULL,'{"draw": "=c40"}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('bYRNK8MXn74P',9,'drawn',NULL,'{"draw": "=c47"}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',1,'seated',0,'{"name": "Guest", "engine": ""}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',2,'seated',1,'{"name": "Player B", "engine": ""}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',3,'drawn',NULL,'{"draw": "=RYBG"}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',4,'drawn',NULL,'{"draw": "=c16"}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',5,'drawn',NULL,'{"draw": "=c32"}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',6,'drawn',NULL,'{"draw": "=c15"}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',7,'drawn',NULL,'{"draw": "=c33"}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',8,'drawn',NULL,'{"draw": "=c26"}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',9,'drawn',NULL,'{"draw": "=c31"}',1794856724553,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',10,'moved',0,'{"move": "draw"}',1794856724563,0,'h6');
INSERT INTO "events" VALUES('vB45pRCxgehU',11,'drawn',NULL,'{"draw": "=B"}',1794856724563,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',12,'moved',0,'{"move": "a1"}',1794856724567,0,'h7');
INSERT INTO "events" VALUES('vB45pRCxgehU',13,'moved',1,'{"move": "a1-a2"}',1794856724572,0,'h8');
INSERT INTO "events" VALUES('vB45pRCxgehU',14,'moved',0,'{"move": "a1-a2"}',1794856724577,0,'h9');
INSERT INTO "events" VALUES('vB45pRCxgehU',15,'moved',1,'{"move": "a4-a1"}',1794856724582,0,'h10');
INSERT INTO "events" VALUES('vB45pRCxgehU',16,'moved',0,'{"move": "a2-a1"}',1794856724587,0,'h11');
INSERT INTO "events" VALUES('vB45pRCxgehU',17,'resigned',0,'{}',1794856724589,0,'h12');
INSERT INTO "events" VALUES('vB45pRCxgehU',18,'rematch_asked',1,'{}',1794856724591,0,'h13');
INSERT INTO "events" VALUES('vB45pRCxgehU',19,'rematch_asked',0,'{}',1794856724591,0,NULL);
INSERT INTO "events" VALUES('vB45pRCxgehU',20,'rematched',NULL,'{"table": "bYRNK8MXn74P"}',1794856724591,0,NULL);
CREATE TABLE keys (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	hash BLOB NOT NULL, 
	CONSTRAINT pk_keys PRIMARY KEY (table_id, seat, hash), 
	CONSTRAINT fk_keys_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "keys" VALUES('bYRNK8MXn74P',0,X'08E3B4BBB3F30805FDCE7F3132EB369609543DDE369A0F1B9745830D69C1B450');
INSERT INTO "keys" VALUES('vB45pRCxgehU',1,X'08E3B4BBB3F30805FDCE7F3132EB369609543DDE369A0F1B9745830D69C1B450');
INSERT INTO "keys" VALUES('JrukGd8MTGyY',0,X'308238AAE64F92B77F38092CFB08C9909278F7597508697094327703033AB0DE');
INSERT INTO "keys" VALUES('Ps2dfyQcYbD9',0,X'5A2C0B31A92C8C70FF9FAAD5377EC55083829D6CBCBF76932184D27044757C4F');
INSERT INTO "keys" VALUES('NfNEzNDNVhws',0,X'695FEF5EA52C8D8F999C5878A252C23A1EABF1B214CE689CD9FDF6AD0B2F3942');
INSERT INTO "keys" VALUES('NfNEzNDNVhws',1,X'695FEF5EA52C8D8F999C5878A252C23A1EABF1B214CE689CD9FDF6AD0B2F3942');
INSERT INTO "keys" VALUES('YS8v2u8fwvy4',0,X'695FEF5EA52C8D8F999C5878A252C23A1EABF1B214CE689CD9FDF6AD0B2F3942');
INSERT INTO "keys" VALUES('bYRNK8MXn74P',0,X'695FEF5EA52C8D8F999C5878A252C23A1EABF1B214CE689CD9FDF6AD0B2F3942');
INSERT INTO "keys" VALUES('bYRNK8MXn74P',1,X'695FEF5EA52C8D8F999C5878A252C23A1EABF1B214CE689CD9FDF6AD0B2F3942');
INSERT INTO "keys" VALUES('vB45pRCxgehU',0,X'695FEF5EA52C8D8F999C5878A252C23A1EABF1B214CE689CD9FDF6AD0B2F3942');
INSERT INTO "keys" VALUES('vB45pRCxgehU',1,X'695FEF5EA52C8D8F999C5878A252C23A1EABF1B214CE689CD9FDF6AD0B2F3942');
INSERT INTO "keys" VALUES('YS8v2u8fwvy4',0,X'730CC5CD853BCE7F985C10DEBB0DBD7F765CEDA1FC88744E07F1A515477F1057');
INSERT INTO "keys" VALUES('JrukGd8MTGyY',0,X'8765F98A8D0868456F13E95C9C04022B16C0FCE84E57802C8B5FB1B32E116A7A');
INSERT INTO "keys" VALUES('Ps2dfyQcYbD9',0,X'8765F98A8D0868456F13E95C9C04022B16C0FCE84E57802C8B5FB1B32E116A7A');
INSERT INTO "keys" VALUES('YS8v2u8fwvy4',1,X'8765F98A8D0868456F13E95C9C04022B16C0FCE84E57802C8B5FB1B32E116A7A');
INSERT INTO "keys" VALUES('YS8v2u8fwvy4',0,X'9D636A15351C747AF4565976549E9D9DA9FC655A70EE70F38180A650953B357C');
INSERT INTO "keys" VALUES('NfNEzNDNVhws',0,X'B20BBF3DD60F006CA9D6D795B883688596E835A41D2D496F115AB2F4B5D917AC');
INSERT INTO "keys" VALUES('NfNEzNDNVhws',1,X'C11A20CD319C01B4E525CE7F3C257EA346DAA5215B8931678E207C59FF87E30B');
INSERT INTO "keys" VALUES('bYRNK8MXn74P',1,X'D2874D07D06145C830234B88A77CE67DB83946266711E09AE1E86E9424529972');
INSERT INTO "keys" VALUES('vB45pRCxgehU',0,X'D2874D07D06145C830234B88A77CE67DB83946266711E09AE1E86E9424529972');
CREATE TABLE mutes (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	muted INTEGER NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY (table_id, seat, muted), 
	CONSTRAINT fk_mutes_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "mutes" VALUES('YS8v2u8fwvy4',1,0);
CREATE TABLE orders (
	id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	answer TEXT, 
	CONSTRAINT pk_orders PRIMARY KEY (id)
);
CREATE TABLE outages (
	began BIGINT NOT NULL, 
	ended BIGINT NOT NULL, is_restart BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_outages PRIMARY KEY (began)
);
CREATE TABLE pulse (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pulse PRIMARY KEY (id)
);
INSERT INTO "pulse" VALUES(1,1794856724630);
CREATE TABLE returns (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	restarted BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_returns PRIMARY KEY (table_id, seat, restarted), 
	CONSTRAINT fk_returns_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE secrets (
	name VARCHAR(20) NOT NULL, 
	value BLOB NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies',X'288BDC1EDA866E88A180796BE5B60265C1E1CF554C71D14E593760B28CE20AA1');
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(20) NOT NULL, 
	rules INTEGER NOT NULL, 
	setting JSON NOT NULL, 
	start TEXT, 
	public BOOLEAN NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	version INTEGER NOT NULL, 
	seated JSON NOT NULL, 
	to_move INTEGER, 
	engine_moves BOOLEAN NOT NULL, 
	between_people BOOLEAN NOT NULL, 
	deadline BIGINT, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('YS8v2u8fwvy4','quixo',1,'{"game": "quixo", "players": 2, "options": {}, "position": null, "seats": ["me", "friend"], "order": "rotated", "clock": {"kind": "live", "base": 600, "increment": 5}, "public": true, "takebacks": true, "conferring": true, "chat": true}',NULL,1,'live',12,'[["Ann", ""], ["Bob", ""]]',0,0,1,1794857334509,1794856724479,1794856724523);
INSERT INTO "tables" VALUES('vB45pRCxgehU','cubeo',1,'{"game": "cubeo", "players": 2, "options": {}, "position": null, "seats": ["me", "device"], "order": "rotated", "clock": {"kind": "none"}, "public": false, "takebacks": true, "conferring": true, "chat": true}',NULL,0,'over',20,'[["Guest", ""], ["Player B", ""]]',NULL,0,0,NULL,1794856724553,1794856724591);
INSERT INTO "tables" VALUES('bYRNK8MXn74P','cubeo',1,'{"game": "cubeo", "players": 2, "options": {}, "position": null, "seats": ["device", "me"], "order": "rotated", "clock": {"kind": "none"}, "public": false, "takebacks": true, "conferring": true, "chat": true}',NULL,0,'live',9,'[["Player B", ""], ["Guest", ""]]',0,0,1,NULL,1794856724591,1794856724591);
INSERT INTO "tables" VALUES('NfNEzNDNVhws','cage',1,'{"game": "cage", "players": 2, "options": {}, "position": null, "seats": ["me", "device"], "order": "rotated", "clock": {"kind": "none"}, "public": false, "takebacks": true, "conferring": true, "chat": true}',NULL,0,'aborted',3,'[["Guest", ""], ["Player GOW", ""]]',NULL,0,1,NULL,1794856724606,1794856724610);
INSERT INTO "tables" VALUES('JrukGd8MTGyY','cubulus',1,'{"game": "cubulus", "players": 2, "options": {}, "position": null, "seats": ["me", "friend"], "order": "rotated", "clock": {"kind": "none"}, "public": true, "takebacks": true, "conferring": true, "chat": true}',NULL,1,'open',1,'[["Guest", ""], null]',NULL,0,1,NULL,1794856724623,1794856724623);
INSERT INTO "tables" VALUES('Ps2dfyQcYbD9','quixo',1,'{"game": "quixo", "players": 2, "options": {}, "position": null, "seats": ["me", "level1"], "order": "rotated", "clock": {"kind": "none"}, "public": false, "takebacks": true, "conferring": true, "chat": true}',NULL,0,'live',2,'[["Guest", ""], ["Level 1", "level1"]]',0,0,0,NULL,1794856724627,1794856724627);
CREATE INDEX ix_tables_deadline ON tables (deadline);
CREATE INDEX ix_tables_lobby ON tables (status, public, changed);
CREATE UNIQUE INDEX uq_events_client ON events (table_id, seat, client);
CREATE INDEX ix_keys_hash ON keys (hash);
COMMIT;
