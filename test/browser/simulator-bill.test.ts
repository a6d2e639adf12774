import { openSimulator, type Simulator } from './support/open-simulator';

const ADA = '491701234567';
const BOB = '14155550123';

let at: Simulator;

afterEach(() => at.close());

test('the bill adds up what was delivered, and says how much is still free', async () => {
	at = await openSimulator();
	const { client, page, sandbox } = at;
	const { control } = sandbox;
	await page.getByRole('tab', { name: 'Bill' }).click();
	await page.getByText('1,000 of 1,000 free service messages are left.').waitFor();
	await control.configure({
		policy: 'platform',
		freeServiceMessages: 1,
		prices: {
			currency: 'EUR',
			markets: { DE: { marketing: 113_100, utility: 45_600 }, US: { utility: 4_000 } },
			tiers: { DE: { utility: [{ from: 2, price: 40_000 }] } },
		},
	});
	await control.addTemplate({ name: 'spring', category: 'MARKETING' });
	await control.addTemplate({ name: 'parcel', category: 'UTILITY' });
	for (const from of [ADA, BOB]) await control.customerWrites({ from });
	await client.text(ADA, 'Welcome');
	await control.idle();
	for (const to of [ADA, BOB]) await client.text(to, 'On its way');
	for (const to of [ADA, BOB]) await client.template(to, 'spring');
	for (const to of [ADA, ADA]) await client.template(to, 'parcel');
	await control.idle();
	const row = async (name: string | RegExp) => {
		const text = await page.getByRole('row', { name }).innerText();
		return text.replaceAll(/\s+/g, ' ');
	};
	await page.getByText('0 of 1 free service messages are left.').waitFor();
	await page.getByRole('row', { name: /no price/ }).waitFor();
	expect(await row(/^Service free/)).toBe('Service free 1 €0.00');
	expect(await row(/^Service charged/)).toBe('Service charged 2 €0.0496');
	expect(await row(/^Marketing charged.*€/)).toBe('Marketing charged 1 €0.1131');
	expect(await row(/no price/)).toBe('Marketing charged 1 no price');
	expect(await row(/^Utility charged, up/)).toBe('Utility charged, up to 1 a month 1 €0.0456');
	expect(await row(/^Utility charged, from/)).toBe('Utility charged, from 2 on 1 €0.04');
	expect(await row(/^Sum/)).toBe('Sum of what has a price 6 €0.2483');
	await at.shot('simulator-bill');
});
