import { marketsNamed, marketsOf } from '../../platform';

describe('the market of a customer', () => {
	it.each([
		['a listed country', '491701234567', ['Germany']],
		['a country of a group', '48601123456', ['Poland', 'Rest of Central & Eastern Europe']],
		['a country that is in no group', '5355551234', ['Cuba', 'Other']],
		['the United States', '14155550123', ['North America']],
		['Canada', '14165550123', ['North America']],
		['Jamaica, an area code of +1', '18765550123', ['Jamaica', 'Rest of Latin America']],
		['Puerto Rico, an area code of +1', '17875550123', ['Puerto Rico', 'Rest of Latin America']],
		['the Bahamas, an area code of +1 that is in no group', '12425550123', ['Other']],
		['Russia', '79161234567', ['Russia']],
		['Kazakhstan, an area code of +7', '77011234567', ['Other']],
		['the main country of a calling code that several share', '447911123456', ['United Kingdom']],
		['a user ID, by its prefix', 'PL.13491208655302741918', ['Poland', 'Rest of Central & Eastern Europe']],
		['a parent user ID, by its prefix', 'US.ENT.11815799212886844830', ['North America']],
	])('is known for %s', (_, address, markets) => {
		expect(marketsOf(address)).toEqual(markets);
	});

	it.each([
		['a number that no country has', '999123456789'],
		['an account ID, which is longer than any number', '49170123456789012'],
		['anything else', 'group-17'],
		['nothing', ''],
	])('is unknown for %s', (_, address) => {
		expect(marketsOf(address)).toEqual([]);
	});
});

describe('the name of a market', () => {
	it.each([
		['Rest of Central & Eastern Europe', 'Rest of Central & Eastern Europe'],
		['REST OF CENTRAL AND EASTERN EUROPE', 'Rest of Central & Eastern Europe'],
		['Türkiye', 'Turkey'],
		['UAE', 'United Arab Emirates'],
		['de', 'Germany'],
		['United States', 'North America'],
		['Poland', 'Poland'],
		['Other', 'Other'],
	])('%s is read as %s', (text, market) => {
		expect(marketsNamed(text)[0]).toBe(market);
	});

	it('is read as none if nothing has that name', () => {
		expect(marketsNamed('Atlantis')).toEqual([]);
	});
});
