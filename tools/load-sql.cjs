const { readFileSync } = require('node:fs');

// Lets code that runs from its sources import SQL files as text, as the build does.
require.extensions['.sql'] = (module, file) => {
	module.exports = readFileSync(file, 'utf8');
};
