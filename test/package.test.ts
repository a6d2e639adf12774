import { execFileSync } from 'node:child_process';
import { ROOT } from '../tools/sources';

/** Evaluates code in a program that depends on the built package. */
function inTheBuiltPackage(code: string): unknown {
	return JSON.parse(
		execFileSync(process.execPath, ['-p', `JSON.stringify(${code})`], { cwd: ROOT, encoding: 'utf8' }),
	);
}

const exportsOf = (layer: string) =>
	inTheBuiltPackage(`Object.keys(require('n8n-nodes-business-messaging/${layer}'))`) as string[];

it.each([
	[
		'engine',
		[
			...['createEngine', 'definePolicy', 'lintPolicy', 'openStore', 'parseWebhook', 'policies'],
			...['signPayload', 'validateTemplate', 'verifySignature'],
		],
	],
	['gateway', ['createGatewayClient', 'GatewayError']],
	['receiver', ['receiveDelivery', 'registerWebhook', 'unregisterWebhook']],
	['sending', ['createSender']],
	['sandbox', ['startSandbox']],
	['store', ['openStore']],
])('the subpath %s exports its public names', (layer, names) => {
	expect(exportsOf(layer)).toEqual(expect.arrayContaining(names));
});

it('every node and credential that package.json names loads and describes itself', () => {
	const described = inTheBuiltPackage(`(() => {
		const { n8n } = require('./package.json');
		return [...n8n.nodes, ...n8n.credentials].map((file) => {
			const [Type] = Object.values(require('./' + file));
			const type = new Type();
			return type.description?.name ?? type.name;
		});
	})()`);
	expect(described).toEqual([
		'businessMessaging',
		'businessMessagingTrigger',
		'businessMessagingInboxTrigger',
		'businessMessagingInbox',
		'businessMessagingRules',
		'businessMessagingCampaign',
		'businessMessagingApi',
	]);
});

it('the package has no dependencies, which n8n would not install, and stays below 3 MB', () => {
	const { dependencies } = inTheBuiltPackage(`require('./package.json')`) as { dependencies?: object };
	expect(dependencies).toBeUndefined();
	const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	const [{ unpackedSize }] = JSON.parse(packed) as [{ unpackedSize: number }];
	expect(unpackedSize).toBeLessThan(3_000_000);
});
