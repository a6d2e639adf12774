import type { CustomerRecord, PageOf, TimelineRecord } from '../../console/records';
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

	it('takes zeros before fewer digits than a number has as digits of its end', async () => {
		at = await serve(place, { showCustomers: true });
		const { control } = at.sandbox;
		for (const from of ['491701110006', '16171110005', '6171110000'])
			await control.customerWrites({ from, text: 'Hello' });
		await at.hear();
		expect(await names('0006')).toEqual(['+491701110006']);
		expect(await names('0005')).toEqual(['+16171110005']);
		for (const text of ['06', '00617']) expect(await names(text)).toEqual([]);
		expect(await names('0049170111')).toEqual(['+491701110006']);
	});

	describe('who never wrote, and whom a campaign’s list names', () => {
		beforeEach(async () => {
			at = await serve(place, { showCustomers: true });
			const { phoneNumberId: channel, control } = at.sandbox;
			await control.customerWrites({ from: '491709999999', text: 'Hello' });
			await at.hear();
			await control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const template = { name: 'news', language: 'en_US' };
			await at.sender.campaigns.plan({ id: 'spring', channel, template }, [
				{ to: ADA, name: 'Zoë Keller' },
				{ to: BEN },
			]);
		});

		it.each(['zoe', 'Keller', 'Zoë Kel'])('finds by that name: %s', async (text) => {
			expect(await search(text)).toMatchObject([{ name: `+${ADA}`, profile: 'Zoë Keller' }]);
		});

		it('finds nobody by another name', async () => {
			expect(await search('eller')).toEqual([]);
		});

		it('has that name on the customer’s page, until the customer writes under another', async () => {
			const [{ customer } = { customer: '' }] = await search(ADA);
			const page = (profile: string) =>
				at.view<TimelineRecord>('customer', { customer }, (view) => view.profile === profile);
			await page('Zoë Keller');
			await at.sandbox.control.customerWrites({ from: ADA, name: 'Zoe', text: 'Hi' });
			await at.hear();
			await page('Zoe');
		});
	});
});
