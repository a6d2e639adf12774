export interface Owner {
	email: string;
	password: string;
}

export interface N8nSettings {
	/** n8n's user folder. n8n keeps its files in `.n8n` inside it. */
	folder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	owner: { email: string; passwordHash: string };
}

const inherited = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR'];

const noCallsHome = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
};

/**
 * How long n8n waits for its own database, of which it asks every 2 s. By default these are 5 s, after which it answers
 * 503 to every request until a later question succeeds: on a busy machine, deliveries then come again and keep it busy.
 */
const PATIENT = { DB_PING_TIMEOUT_MS: '60000' };

/**
 * The whole environment of an n8n process that listens on the loopback interface. Only what every program needs comes
 * from the caller's environment, so that the settings of another n8n can't leak in.
 * @param extra overrides everything else, for example for queue mode
 */
export function environment(settings: N8nSettings, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const kept = inherited.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined);
	return {
		...(Object.fromEntries(kept) as NodeJS.ProcessEnv),
		...noCallsHome,
		...PATIENT,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.folder,
		N8N_ENCRYPTION_KEY: settings.encryptionKey,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(settings.port),
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: settings.owner.email,
		N8N_INSTANCE_OWNER_PASSWORD_HASH: settings.owner.passwordHash,
		N8N_INSTANCE_OWNER_FIRST_NAME: 'Business',
		N8N_INSTANCE_OWNER_LAST_NAME: 'Messaging',
		...extra,
	};
}
