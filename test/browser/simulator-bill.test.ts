import { barriers } from './support/barriers';
import { openSimulator, type Simulator } from './support/open-simulator';
import { untilValue } from './support/until-value';

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

const lines = (...texts: string[]) => texts.join('\n');

test('prices are set and removed by clicks, and the bill is shown by market and copied', async () => {
	at = await openSimulator({ permissions: ['clipboard-read', 'clipboard-write'] });
	const { client, errors, page, sandbox } = at;
	const { control } = sandbox;
	await control.configure({ policy: 'platform', freeServiceMessages: 0 });
	await page.getByRole('tab', { name: 'Bill' }).click();
	const form = page.getByRole('form', { name: 'Prices' });
	const csv = form.getByLabel('Prices as CSV');
	const set = (text: string) =>
		csv.fill(text).then(() => form.getByRole('button', { name: 'Set prices' }).click());
	const deliver = async (...customers: string[]) => {
		for (const to of customers) await client.text(to);
		await control.idle();
	};
	for (const from of [ADA, BOB]) await control.customerWrites({ from });
	await deliver(ADA);
	await page.getByText('No price was set for some of the messages').waitFor();
	expect(await page.getByText('By market').count()).toBe(0);

	await set(lines('Market;Marketing;Utility', 'Germny;0,1;0,1', 'United States;-1;0,004'));
	const alert = form.getByRole('alert');
	await alert.getByText('Row 2, column Market: "Germny"').waitFor();
	await alert.getByText('Row 3, column Marketing: "-1"').waitFor();
	expect(await alert.getByRole('listitem').count()).toBe(2);
	await form.locator('textarea[aria-invalid=true]').waitFor();
	expect(await form.getByRole('button', { name: 'Remove prices' }).count()).toBe(0);
	expect(await barriers(page)).toEqual([]);

	await form.getByLabel('Currency').fill('usd');
	await set(lines('Market;Utility', 'Germany;0,0456', 'US;0,004'));
	await form.getByText('Prices in USD are set for 2 markets.').waitFor();
	await untilValue(csv, lines('Market,Utility', 'Germany,0.0456', 'United States,0.004', ''));
	expect(await alert.count()).toBe(0);
	await deliver(ADA, BOB, BOB);
	await page.getByRole('row', { name: 'Sum of what has a price 3 $0.0536' }).waitFor();

	await page.getByText('By market').click();
	await page.getByRole('row', { name: 'Germany 2 $0.0456 + 1 without a price' }).waitFor();
	await page.getByRole('row', { name: 'United States 2 $0.008' }).waitFor();
	expect(await barriers(page)).toEqual([]);
	await at.shot('simulator-bill-prices');

	await page.getByRole('button', { name: 'Copy as CSV' }).click();
	await page.getByRole('button', { name: 'Copied' }).waitFor();
	const [{ day = '' } = {}] = control.bill().units;
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
		lines(
			'day,market,category,type,volume,cost,currency',
			`${day},DE,service,regular,2,,`,
			`${day},US,service,regular,2,0.008,USD`,
			'',
		),
	);

	await form.getByRole('button', { name: 'Remove prices' }).click();
	await form.getByText('The prices are removed.').waitFor();
	await untilValue(csv, '');
	await form.locator('textarea:focus').waitFor();
	await deliver(BOB);
	await page.getByRole('row', { name: 'United States 3 $0.008 + 1 without a price' }).waitFor();
	expect(errors).toEqual([]);
});

test('the form has the prices that a program has set, and says that it removes the tiers', async () => {
	at = await openSimulator();
	const { page, sandbox } = at;
	await page.getByRole('tab', { name: 'Bill' }).click();
	const csv = page.getByLabel('Prices as CSV');
	await csv.waitFor();
	expect(await page.getByText('removes the volume tiers').count()).toBe(0);
	await sandbox.control.configure({
		prices: {
			currency: 'INR',
			markets: { OTHER: { utility: 7_000 }, DE: { utility: 45_600 } },
			tiers: { DE: { utility: [{ from: 2, price: 40_000 }] } },
		},
	});
	await page.getByText('removes the volume tiers').waitFor();
	await untilValue(csv, lines('Market,Utility', 'Germany,0.0456', 'Other,0.007', ''));
	await untilValue(page.getByLabel('Currency'), 'INR');
	await page.getByRole('button', { name: 'Set prices' }).click();
	await page.getByText('removes the volume tiers').waitFor({ state: 'detached' });
});
