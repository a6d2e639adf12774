// What ESLint forbids everywhere: spreading a literal, which only steers the formatter, and hides excess properties.

const noLiteralSpread = {
	meta: {
		type: 'suggestion',
		docs: { description: 'Write the parts of a literal where it would be spread' },
		messages: { parts: 'Write the parts here: a literal that is spread only steers the formatter.' },
		schema: [],
	},
	create: (context) => ({
		SpreadElement(node) {
			const { type } = node.argument;
			if (type !== 'ObjectExpression' && type !== 'ArrayExpression') return;
			context.report({ node, messageId: 'parts' });
		},
	}),
};

module.exports = {
	plugins: { house: { rules: { 'no-literal-spread': noLiteralSpread } } },
	rules: { 'house/no-literal-spread': 'error' },
};
