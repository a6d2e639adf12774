const { readFileSync } = require('node:fs');

// Lets code that runs from its source import SQL as text, as the build does.
require.extensions['.sql'] = (module, file) => {
	module.exports = readFileSync(file, 'utf8');
};
