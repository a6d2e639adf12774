import { getMany } from '../../nodes/BusinessMessaging/group/get.operations';
import type { Paging } from '../../platform';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

/** One more than a page of the gateway has at most. */
const MANY = 1_025;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
	for (let group = 0; group < MANY + 2; group += 1) await sandbox.control.addGroup({});
});
afterAll(() => sandbox.close());

const page = async (limit: number, position: object = {}) => {
	const { items } = await runOperation(sandbox, getMany, { limit, simplify: false, options: position });
	return { ids: items.map(({ id }) => id), cursors: (items[0]!.paging as Paging).cursors };
};

it('Group: Get Many goes on from a page of more groups than the gateway lists at once, and back', async () => {
	const first = await page(MANY);
	expect(first.ids).toHaveLength(MANY);
	const rest = await page(MANY, { after: first.cursors!.after });
	expect(rest.ids).toHaveLength(2);
	expect((await page(MANY, { before: rest.cursors!.before })).ids).toEqual(first.ids);
});
