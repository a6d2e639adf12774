import { readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { stateOfStatus, TEMPLATE_STATES } from '../engine/state/template-transitions';
import { factCatalogue } from '../engine';
import { writeSentence } from '../rules';
import { getMany } from '../nodes/BusinessMessaging/template/get.operations';

const [, section = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('### Template states\n');
const rows = section
	.split('\n## ', 1)[0]!
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
	.slice(1)
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, word = '', value = '', platform = '']) => ({ word, value: value.replaceAll('`', ''), platform }));
const wordOf = (status: string) => rows.find(({ value }) => value === stateOfStatus(status))?.word;

describe('the glossary of template states', () => {
	it('has a word for every state that rules can ask for', () => {
		expect(rows.map(({ value }) => value).sort()).toEqual([...TEMPLATE_STATES].sort());
	});

	it('has each status of the platform beside the state that it means', () => {
		const named = rows.flatMap(({ value, platform }) =>
			(platform.match(/\b[A-Z]{2}[A-Z_]+\b/g) ?? []).map((status) => [status, value]),
		);
		expect(named.length).toBeGreaterThan(8);
		expect(named.map(([status]) => [status, stateOfStatus(status!)])).toEqual(named);
	});

	it('has the words of the sentences that name a state', () => {
		const { templateState } = factCatalogue;
		const told = rows.map(({ value }) =>
			writeSentence('{templateState}', factCatalogue, { templateState: value }),
		);
		expect(told).toEqual(rows.map(({ word }) => word));
		expect(
			Object.keys(templateState.inSentences).every((one) => TEMPLATE_STATES.includes(one as never)),
		).toBe(true);
	});

	it('has the words of the form', () => {
		const filters = getMany.fields!.find(({ name }) => name === 'filters')!.options as INodeProperties[];
		const statuses = filters.find(({ name }) => name === 'status')!.options as INodePropertyOptions[];
		expect(statuses.map(({ name }) => name.toLowerCase())).toEqual(
			statuses.map(({ value }) => wordOf(String(value))),
		);
	});
});
