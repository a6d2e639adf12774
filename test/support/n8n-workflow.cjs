// What the package, its tests, and n8n's own code for requests take from n8n-workflow is read from the file that has it,
// when somebody asks for it: all of n8n-workflow takes longer to load than most files of tests take to run.
const FILES = {
	LOG_LEVELS: 'constants',
	NodeApiError: 'errors/node-api.error',
	NodeConnectionTypes: 'interfaces',
	NodeOperationError: 'errors/node-operation.error',
	OperationalError: 'errors/base/operational.error',
	UnexpectedError: 'errors/base/unexpected.error',
	UserError: 'errors/base/user.error',
	WAIT_INDEFINITELY: 'constants',
	Workflow: 'workflow',
	tryToParseDateTime: 'type-validation',
};

const NAMESPACES = { LoggerProxy: 'logger-proxy' };

const load = (file) => require(`n8n-workflow/dist/cjs/${file}`);

module.exports = new Proxy(
	{ __esModule: true },
	{
		get: (own, name) =>
			own[name] ?? (NAMESPACES[name] ? load(NAMESPACES[name]) : load(FILES[name] ?? 'index')[name]),
	},
);
