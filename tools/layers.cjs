const libraries = [
	'base',
	'platform',
	'rules',
	'engine',
	'store',
	'gateway',
	'monitoring',
	'receiver',
	'sending',
];

/**
 * The layers: what each is, and which others it may import. dependency-cruiser checks the imports, and `npm run docs`
 * writes the table in docs/architecture.md.
 */
exports.LAYERS = [
	{
		folders: ['base'],
		is: 'the few helpers that several layers share: time and randomness, signals, backoff, the text of an unknown error',
		imports: [],
	},
	{
		folders: ['platform'],
		is: 'the interface as data: wire shapes, error codes and their effects, limits, provider profiles, phone numbers',
		imports: ['base'],
	},
	{
		folders: ['rules'],
		is: 'a policy engine on top of json-rules-engine that explains its decisions and knows nothing about messaging: fact catalogs, values, operators, conditions, the linter, traces, sentences',
		imports: ['base'],
	},
	{
		folders: ['engine'],
		is: "the domain: events, conversation window and holder, template lifecycle, policies, decisions, reactions, campaign states, and the store's contract as types",
		imports: ['base', 'platform', 'rules'],
	},
	{
		folders: ['store'],
		is: "the store's contract on SQLite and Postgres: units of work, tables, migrations",
		imports: ['base', 'engine'],
	},
	{
		folders: ['gateway'],
		is: "the typed client of the gateway, over axios or n8n's request helper",
		imports: ['base', 'platform'],
	},
	{
		folders: ['monitoring'],
		is: 'what a store and a receiver tell Prometheus: the list of metrics, and how they are read and written',
		imports: ['base', 'engine'],
	},
	{
		folders: ['receiver'],
		is: 'the HTTP listener for deliveries, the queues that forward them to other systems, the registration of the webhook, and the subscriber that hands out the events of the inbox',
		imports: ['base', 'platform', 'engine', 'gateway', 'monitoring'],
	},
	{
		folders: ['sending'],
		is: 'the one way to submit messages, used by single sends and by campaigns',
		imports: ['base', 'platform', 'engine', 'gateway'],
	},
	{ folders: ['nodes', 'credentials'], is: 'the n8n nodes and their credential', imports: libraries },
	{
		folders: ['page'],
		is: "what the pages of the sandbox and the console share: the look, lists, icons, and how a page's files are served",
		imports: [],
	},
	{
		folders: ['sandbox'],
		is: 'an emulator of the gateway, written independently from the interface, and a page to play customers in',
		imports: ['base', 'platform', 'page'],
	},
	{
		folders: ['console'],
		is: 'a page over a store that only reads: what happened on a day, customers, campaigns',
		imports: ['base', 'platform', 'engine', 'store', 'page'],
	},
	{ folders: ['cli'], is: 'the `business-messaging` command', imports: 'all' },
	{ folders: ['exports'], is: 'what each subpath of the package exports', imports: 'all' },
	{
		folders: ['test', 'tools', 'docs', 'workflows'],
		is: 'tests; setup, the pinned n8n, benchmarks, and generated docs; manuals; workflows to import',
		imports: 'all',
	},
];

/** The layers that know n8n. */
exports.KNOWS_N8N = ['nodes', 'credentials'];

/** The folders that are not part of the published package. */
exports.UNPUBLISHED = ['test', 'tools', 'docs', 'workflows'];
