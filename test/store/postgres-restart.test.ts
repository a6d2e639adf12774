import { parseWebhook } from '../../engine';
import { NOW } from '../support/engine-scene';
import { startPostgres } from '../support/postgres/start-postgres';
import { inPostgres } from '../support/stores';
import { customerMessage } from '../support/wire';

it('a Postgres server that was killed and started again is used as before, without opening the store anew', async () => {
	const server = await startPostgres();
	try {
		const place = inPostgres(server.url);
		const store = await place.open();
		const commit = (id: string) => {
			const event = parseWebhook(customerMessage({ at: NOW, id }), NOW)[0]!;
			return store.commitEvents([{ event, changes: {} }], NOW);
		};
		await commit('before');
		await Promise.all(Array.from({ length: 8 }, () => store.inbox.read()));
		await server.kill();
		await expect(commit('while it is gone')).rejects.toThrow();
		await server.start();
		await commit('after');
		const ids = (await store.inbox.read()).map(({ event }) => event.id);
		expect(ids).toEqual(['message:before', 'message:after']);
		await place.remove();
	} finally {
		await server.close();
	}
});
