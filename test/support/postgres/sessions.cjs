const { Socket, connect } = require('node:net');
const { Duplex } = require('node:stream');

const TERMINATE = 'X'.charCodeAt(0);
/** The last message of an answer if no transaction is open. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

const VERSION = Buffer.from([0, 3, 0, 0]);

/** A message of a type; the first one of a session has none. */
function messageOf(type, content) {
	const length = Buffer.alloc(4);
	length.writeInt32BE(length.length + content.length);
	return Buffer.concat([Buffer.from(type), length, content]);
}

const queryOf = (statements) => messageOf('Q', Buffer.from(`${statements}\0`));

/** What a client asks for when it connects, such as `user` and `database`. */
function askedIn(startup) {
	const texts = startup.subarray(8).toString().split('\0');
	const asked = {};
	for (let at = 0; texts[at]; at += 2) asked[texts[at]] = texts[at + 1];
	return asked;
}

/** Begins a session without settings of its own: those would be what `DISCARD ALL` goes back to. */
const startupOf = ({ user, database }) =>
	messageOf('', Buffer.concat([VERSION, Buffer.from(`user\0${user}\0database\0${database}\0\0`)]));

const assigned = (name, value) =>
	`SET ${name} = ${name === 'search_path' ? value : `'${value.replaceAll("'", "''")}'`}`;

/** What else a client asks for, as statements. */
function settingsOf({ user, database, options = '', ...settings }) {
	const ofOptions = [...options.matchAll(/-c (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
	return [...Object.entries(settings), ...ofOptions].map((setting) => assigned(...setting)).join('; ');
}

/** A session of the server, which has one client after the other. */
class Session {
	isIdle = false;

	constructor(address) {
		this.socket = connect(address);
		this.socket.setNoDelay(true);
		this.socket.on('data', (chunk) => {
			this.isIdle = chunk.subarray(-READY.length).equals(READY);
			this.onData(chunk);
		});
		this.socket.on('error', (error) => this.onError(error));
		this.socket.on('close', () => {
			this.isIdle = false;
			this.onClose();
		});
		this.listen();
	}

	/** What the server says, an error, and the end go to the client, if there is one. */
	listen({ onData = () => {}, onError = () => {}, onClose = () => {} } = {}) {
		Object.assign(this, { onData, onError, onClose });
	}

	send(message, done) {
		this.isIdle = false;
		this.socket.write(message, done);
	}

	/** Sends a message, and waits until the server has answered, or has ended the session. @returns what it said */
	async ask(message) {
		const said = [];
		if (!this.socket.destroyed) {
			await new Promise((resolve) => {
				this.listen({
					onData: (chunk) => {
						said.push(chunk);
						if (this.isIdle) resolve();
					},
					onClose: resolve,
				});
				this.send(message);
			});
		}
		this.listen();
		return Buffer.concat(said);
	}
}

/** The sessions that no client has, by address, user, and database. They last as long as the process. */
const free = new Map();

/** One list each, because a client that waits for one session may look at the next one later. */
function freeOf(key) {
	if (!free.has(key)) free.set(key, []);
	return free.get(key);
}

/** Other processes need sessions of the server, too. */
const MOST_FREE = 10;
/** The clients that are connected. */
const clients = new Set();

/** In place of a client's socket: a session that an earlier client has left, if there is one, or else a new one. */
class SessionStream extends Duplex {
	constructor(address) {
		super({ allowHalfOpen: false });
		this.address = address;
	}

	connect() {
		clients.add(this);
		this.once('close', () => clients.delete(this));
		process.nextTick(() => this.emit('connect'));
	}

	setNoDelay() {}
	setKeepAlive() {}
	ref() {
		this.session?.socket.ref();
	}
	unref() {
		this.session?.socket.unref();
	}

	/** A session with the client's settings. One that the server has ended meanwhile isn't taken. */
	async take(asked) {
		const sessions = freeOf(this.key);
		const settings = queryOf(settingsOf(asked));
		while (sessions.length > 0) {
			const session = sessions.pop();
			session.socket.ref();
			await session.ask(settings);
			if (session.isIdle) return session;
		}
		const session = new Session(this.address);
		session.greeting = await session.ask(startupOf(asked));
		if (session.isIdle) await session.ask(settings);
		return session;
	}

	async begin(startup) {
		const asked = askedIn(startup);
		this.key = JSON.stringify([this.address, asked.user, asked.database]);
		const session = await this.take(asked);
		if (this.destroyed) return void session.socket.destroy();
		this.session = session;
		session.listen({
			onData: (chunk) => this.push(chunk),
			onError: (error) => this.destroy(error),
			onClose: () => this.push(null),
		});
		const isRefused = !session.isIdle;
		this.push(session.greeting);
		if (isRefused) this.push(null);
	}

	/** Leaves the session to the next client, unless it's amid something. */
	async release() {
		const { session, key } = this;
		this.session = undefined;
		session.listen();
		if (session.isIdle) await session.ask(queryOf('DISCARD ALL'));
		const others = freeOf(key);
		if (!session.isIdle || others.length >= MOST_FREE) return void session.socket.destroy();
		session.socket.unref();
		others.push(session);
	}

	_read() {}

	_write(message, _encoding, done) {
		if (!this.session) this.begin(message).then(() => done(), done);
		else if (message[0] === TERMINATE) this.release().then(() => done(), done);
		else this.session.send(message, done);
	}

	_final(done) {
		this.push(null);
		done();
	}

	_destroy(error, done) {
		this.session?.socket.destroy();
		done(error);
	}
}

/**
 * The stream for a client of the tests' Postgres. To begin a session takes the server longer than most cases take, so the
 * session stays when its client goes, and `DISCARD ALL` leaves nothing of it to the next one. Other servers, which tests
 * stop and start, have a socket as usual.
 */
function streamTo(connectionString) {
	const server = process.env.TEST_POSTGRES_URL;
	if (!server || !connectionString) return new Socket();
	const { host, hostname, port } = new URL(connectionString);
	return host === new URL(server).host
		? new SessionStream({ host: hostname, port: Number(port || 5432) })
		: new Socket();
}

module.exports = { clients, streamTo };
