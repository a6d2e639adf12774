const { readFileSync } = require('node:fs');

/** Lets a plain Node process require the migrations, as the bundler and jest do. */
require.extensions['.sql'] = (module, file) => {
	module.exports = readFileSync(file, 'utf8');
};
