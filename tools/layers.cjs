/**
 * The layers, each with what it is and what it may import. dependency-cruiser checks it, the README shows it.
 * @type {ReadonlyArray<{ folders: string[], is: string, imports: string[] | 'all' }>}
 */
const all = ['base', 'platform', 'rules', 'engine', 'store', 'gateway', 'receiver', 'sending'];

exports.LAYERS = [
	{
		folders: ['base'],
		is: 'the few helpers that several layers need: time and randomness, wait-or-wake, backoff, the text of an unknown error',
		imports: [],
	},
	{
		folders: ['platform'],
		is: 'the interface as data: wire shapes, error codes and their effects, limits, provider profiles, phone numbers',
		imports: ['base'],
	},
	{
		folders: ['rules'],
		is: 'an explainable policy engine over json-rules-engine that knows nothing about messaging: fact catalogs, values, operators, conditions, the linter, traces, sentences',
		imports: ['base'],
	},
	{
		folders: ['engine'],
		is: "the domain: events, conversation window and holder, template lifecycle, policies, decisions, reactions, campaign states, and the store's contract as types",
		imports: ['base', 'platform', 'rules'],
	},
	{
		folders: ['store'],
		is: 'the contract kept, on SQLite and Postgres: works, tables, migrations',
		imports: ['base', 'engine'],
	},
	{
		folders: ['gateway'],
		is: 'the typed client of the gateway, over axios or n8n’s request helper',
		imports: ['base', 'platform'],
	},
	{
		folders: ['receiver'],
		is: '`http/`, the listener; `registration/` of the webhook; `inbox/`, the subscriber that hands events out',
		imports: ['base', 'platform', 'engine', 'gateway'],
	},
	{
		folders: ['sending'],
		is: 'the one way to send (`submit/`), single messages, and `campaigns/`, which send many',
		imports: ['base', 'platform', 'engine', 'gateway'],
	},
	{ folders: ['nodes', 'credentials'], is: 'the n8n bindings', imports: all },
	{
		folders: ['sandbox'],
		is: 'an emulator of the gateway, written from the interface on its own',
		imports: ['base', 'platform'],
	},
	{ folders: ['cli'], is: 'the command `business-messaging`', imports: 'all' },
	{ folders: ['exports'], is: 'what each subpath of the package exports', imports: 'all' },
	{
		folders: ['test', 'tools', 'docs', 'workflows'],
		is: 'tests; setup, the pinned n8n, benchmarks, and generated docs; manuals; importable examples',
		imports: 'all',
	},
];

/** The layers that know n8n. */
exports.KNOWS_N8N = ['nodes', 'credentials'];
