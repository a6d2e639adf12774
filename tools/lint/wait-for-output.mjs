/** What waits for a process to print something, or to end. */
const WAITS = /\bawait\b[^;]*(\.ended\b|\.says\(|\.complains\(|\.kill\(|\bstop\()/;

const isPrinted = (node) =>
	node.type === 'MemberExpression' ? node.property.name === 'printed' : node.name === 'printed';
const isFunction = ({ type }) => /^(Arrow)?Function/.test(type);
const isUntil = (node) => node.type === 'CallExpression' && node.callee.name === 'until';

/** Output that is read before the process ended, or said what the test waits for, is there on some machines only. */
export const waitForOutput = {
	meta: {
		type: 'problem',
		docs: { description: 'Read what a process printed only after waiting for it' },
		messages: {
			early: 'Wait before you read what a process printed: for its end, or with says() or complains().',
		},
		schema: [],
	},
	create: (context) => ({
		MemberExpression(node) {
			if (!['stdout', 'stderr'].includes(node.property.name) || !isPrinted(node.object)) return;
			const around = context.sourceCode.getAncestors(node);
			const text = context.sourceCode.getText();
			const waits = ({ range: [start] }) => WAITS.test(text.slice(start, node.range[0]));
			if (around.some(isUntil) || around.filter(isFunction).some(waits)) return;
			context.report({ node, messageId: 'early' });
		},
	}),
};
