// What the package and its tests take from n8n-workflow, each read from the file that has it when somebody asks for it.
// All of n8n-workflow takes longer to load than most files of tests take to run.
const FILES = {
	NodeApiError: 'errors/node-api.error',
	NodeConnectionTypes: 'interfaces',
	NodeOperationError: 'errors/node-operation.error',
	WAIT_INDEFINITELY: 'constants',
	Workflow: 'workflow',
	tryToParseDateTime: 'type-validation',
};

module.exports = new Proxy(
	{},
	{
		get(_, name) {
			if (name === '__esModule') return true;
			const file = FILES[name];
			if (!file) throw new Error(`Add ${String(name)} to test/support/n8n-workflow.cjs.`);
			return require(`n8n-workflow/dist/cjs/${file}`)[name];
		},
	},
);
