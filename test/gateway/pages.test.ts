import type { GatewayRequest, Transport } from '../../gateway';
import { createGatewayClient } from '../../gateway';

/** A client of a gateway that answers these bodies one after the other, and the queries that it was asked. */
function clientOf(bodies: object[]) {
	const queries: Array<GatewayRequest['query']> = [];
	const transport: Transport = async ({ query }) => {
		queries.push(query);
		return { status: 200, headers: {}, body: bodies[queries.length - 1] };
	};
	const client = createGatewayClient({ baseUrl: 'http://gateway.example', apiKey: 'key', transport });
	return { client, queries };
}

const groups = (ids: string[], paging?: object) => ({
	data: { groups: ids.map((id) => ({ id, subject: `Group ${id}` })) },
	...(paging && { paging }),
});
const requests = (ids: string[], paging?: object) => ({
	data: ids.map((id) => ({ join_request_id: id })),
	...(paging && { paging }),
});
const full = (first: number) => Array.from({ length: 1024 }, (_each, index) => String(first + index));

describe('all groups', () => {
	it('end where a page is not full and names no next one', async () => {
		const { client, queries } = clientOf([groups(['1'], { cursors: { after: 'a' } })]);
		expect(await client.groups.listAll()).toHaveLength(1);
		expect(queries).toEqual([{ limit: 1024 }]);
	});

	it('go on after a page that is not full but names a next one', async () => {
		const { client, queries } = clientOf([
			groups(['1'], { cursors: { after: 'a' }, next: 'http://gateway.example/groups?after=a' }),
			groups(['2'], { cursors: { after: 'b' } }),
		]);
		expect((await client.groups.listAll()).map(({ id }) => id)).toEqual(['1', '2']);
		expect(queries).toEqual([{ limit: 1024 }, { limit: 1024, after: 'a' }]);
	});

	it('go on after a full page, also where no next one is named', async () => {
		const { client } = clientOf([groups(full(0), { cursors: { after: 'a' } }), groups([])]);
		expect(await client.groups.listAll()).toHaveLength(1024);
	});

	it('end at a cursor that leads back to where it was', async () => {
		const again = { cursors: { after: 'a' }, next: 'http://gateway.example/groups?after=a' };
		const { client, queries } = clientOf([groups(['1'], again), groups(['2'], again)]);
		expect(await client.groups.listAll()).toHaveLength(2);
		expect(queries).toHaveLength(2);
	});

	it('up to a limit above 1,024, after a cursor, are read from there, and no more of them than that', async () => {
		const { client, queries } = clientOf([
			groups(full(1), { cursors: { after: 'a', before: 'z' } }),
			groups(['1025', '1026'], { cursors: { after: 'b' } }),
		]);
		const found = await client.groups.listAll({ limit: 1_025, after: 'start' });
		expect(found.map(({ id }) => id)).toEqual([...full(1), '1025']);
		expect(queries).toEqual([
			{ limit: 1_024, after: 'start' },
			{ limit: 1, after: 'a' },
		]);
	});

	it.each([
		['after', { after: 'start' }, [1, 1025]],
		['before', { before: 'end' }, [1025, 1]],
	] as const)('of several pages %s a cursor begin and end as one page', async (_, position, [one, two]) => {
		const page = (first: number, ids: string[]) =>
			groups(ids, {
				cursors: { after: `after ${first}`, before: `before ${first}` },
				next: `next of ${first}`,
				previous: `previous of ${first}`,
			});
		const pages = { 1: page(1, full(1)), 1025: page(1025, full(1025)) };
		const { client } = clientOf([pages[one], pages[two]]);
		const { data, paging } = await client.groups.listMany({ limit: 2_048, ...position });
		expect(data.groups.map(({ id }) => id)).toEqual([...full(1), ...full(1025)]);
		expect(paging).toEqual({
			cursors: { after: 'after 1025', before: 'before 1' },
			next: 'next of 1025',
			previous: 'previous of 1',
		});
	});

	it('before a cursor are read backwards, and come in the order of the list', async () => {
		const previous = 'http://gateway.example/groups?before=a';
		const { client, queries } = clientOf([
			groups(['3', '4'], { cursors: { after: 'x', before: 'a' }, previous }),
			groups(['1', '2'], { cursors: { after: 'y', before: 'b' } }),
		]);
		const found = await client.groups.listAll({ before: 'end' });
		expect(found.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
		expect(queries).toEqual([
			{ limit: 1_024, before: 'end' },
			{ limit: 1_024, before: 'a' },
		]);
	});

	it('are exactly as many as asked for if a page is as long as the rest', async () => {
		const { client, queries } = clientOf([groups(full(1), { cursors: { after: 'a' }, next: 'more' })]);
		expect(await client.groups.listAll({ limit: 1_024 })).toHaveLength(1_024);
		expect(queries).toHaveLength(1);
	});

	it('end where there is no paging object, or one that nobody can read', async () => {
		expect(await clientOf([groups(['1'])]).client.groups.listAll()).toHaveLength(1);
		expect(await clientOf([groups(['1'], { cursors: 'none' })]).client.groups.listAll()).toHaveLength(1);
	});
});

describe('all join requests', () => {
	it('go on for as long as a next page is named', async () => {
		const { client, queries } = clientOf([
			requests(['1'], { cursors: { after: 'a' }, next: 'http://gateway.example/next' }),
			requests(['2'], { cursors: { after: 'b' } }),
		]);
		expect(await client.groups.listAllJoinRequests('1')).toEqual([
			{ join_request_id: '1' },
			{ join_request_id: '2' },
		]);
		expect(queries).toEqual([{}, { after: 'a' }]);
	});
});

describe('a decision on join requests', () => {
	it('is a success however it is written, as it cannot be undone', async () => {
		const { client } = clientOf([{ approved_join_requests: ['1'], errors: 'none', messaging_product: 'x' }]);
		expect(await client.groups.approveJoinRequests('1', ['1'])).toMatchObject({
			approved_join_requests: ['1'],
			rejected_join_requests: [],
			failed_join_requests: [],
			errors: [],
		});
	});
});

describe('a list that does not end is given up after 1,000 pages', () => {
	const endless = (body: (page: number) => object) => {
		let pages = 0;
		const transport: Transport = async () => ({ status: 200, headers: {}, body: body((pages += 1)) });
		const client = createGatewayClient({ baseUrl: 'http://gateway.example', apiKey: 'key', transport });
		return { client, pages: () => pages };
	};

	it('of groups', async () => {
		const { client, pages } = endless((page) =>
			groups([String(page)], { cursors: { after: String(page) }, next: 'http://gateway.example/groups' }),
		);
		await expect(client.groups.listAll()).rejects.toThrow(/doesn't end/);
		expect(pages()).toBe(1_000);
	});

	it('of templates', async () => {
		const template = { name: 'offer', language: 'en_US' };
		const { client, pages } = endless(() => ({ total: 1e9, waba_templates: [template] }));
		await expect(client.templates.listAll()).rejects.toThrow(/doesn't end/);
		expect(pages()).toBe(1_000);
	});
});

it.each(['.', '..', ' .. '])(
	'the id %j, which would make a path of something else, is not sent',
	async (id) => {
		const { client, queries } = clientOf([{}]);
		for (const call of [client.groups.get(id), client.groups.delete(id), client.templates.delete(id)])
			await expect(call).rejects.toMatchObject({ name: 'InvalidRequest' });
		expect(queries).toEqual([]);
	},
);
