import type { CustomerRecord, PageOf } from '../../console/records';
import { DATABASES, type StorePlace } from '../support/stores';
import { serve, type Served } from './support/served';

const ADA = '491701113456';
const BEN = '491702223456';
const MASKED = '+49 ••• ••456';

describe.each(DATABASES)('%s: a search for customers', (_, placeOf) => {
	let place: StorePlace;
	let at: Served;
	beforeEach(() => {
		place = placeOf();
	});
	afterEach(async () => {
		await at.close();
		await place.remove();
	});

	/** Ada writes twice, and to Ben nothing can be sent. */
	async function live(): Promise<void> {
		const { phoneNumberId: channel, control, clock } = at.sandbox;
		await control.customerWrites({ from: ADA, name: 'Ada', text: 'Hello' });
		await clock.advance(1_000);
		await control.customerWrites({ from: ADA, name: 'Ada', text: `Call me at +${ADA}, please` });
		await at.hear();
		await at.sender.send({ channel, to: BEN }, { freeform: { type: 'text', text: { body: 'Hello' } } });
		await at.store.decisions.ofSends([]);
	}
	const search = async (text: string) =>
		(await at.api<PageOf<CustomerRecord>>('customers', { search: text })).rows;
	const names = async (text: string) => (await search(text)).map(({ name }) => name);

	it.each(['3456', '… 3456', '...3456', '34 56', '1113456'])(
		'finds by the end of a number, in any spelling: %s',
		async (text) => {
			at = await serve(place, { showCustomers: true });
			await live();
			expect(await names(text)).toContain(`+${ADA}`);
		},
	);

	it('finds whoever wrote first, and then those about whom something was decided, each once', async () => {
		at = await serve(place, { showCustomers: true });
		await live();
		expect(await names('456')).toEqual([`+${ADA}`, `+${BEN}`]);
		expect(await names(ADA)).toEqual([`+${ADA}`]);
	});

	it('finds nobody by another end, by fewer than 3 digits, or by the middle', async () => {
		at = await serve(place, { showCustomers: true });
		await live();
		for (const text of ['3457', '56', '113', '111345']) expect(await names(text)).toEqual([]);
	});

	it('finds by the 3 digits that a masked number shows, and by no more, which would tell the others', async () => {
		at = await serve(place);
		await live();
		for (const text of ['456', '•• ••456', MASKED]) expect(await names(text)).toEqual([MASKED, MASKED]);
		for (const text of ['3456', '••3456', '1113456']) expect(await names(text)).toEqual([]);
	});

	it('has when whoever is found last wrote, and what, and neither of who never did', async () => {
		at = await serve(place);
		await live();
		const wrote = { at: expect.any(Number), words: `“Call me at ${MASKED}, please”` };
		expect(await search('456')).toMatchObject([wrote, {}]);
		const [, ben] = await search('456');
		expect([ben!.at, ben!.words]).toEqual([undefined, undefined]);
		expect(await search('ada')).toMatchObject([wrote]);
		expect(await search('')).toMatchObject([wrote]);
	});
});
