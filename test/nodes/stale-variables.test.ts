import type { INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import { BusinessMessagingCampaign } from '../../nodes/BusinessMessagingCampaign/BusinessMessagingCampaign.node';
import { staleVariablesHint, textField } from '../../nodes/shared/template/template-form';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await sandbox.control.addTemplate({ name: 'sale', body: 'The sale begins on {{1}}.' });
	await sandbox.control.addTemplate({ name: 'order', body: 'Hello {{1}}, your {{2}} is on its way.' });
});

afterAll(() => sandbox.close());

const variable = (number: number) => ({ id: `body_${number}`, displayName: `{{${number}}}`, required: true });
const reference = (name: string) => ({ name, language: 'en_US' });

/** The variables as the form has them for a template, each with a value. */
const formOf = (name: string, text: string, ...values: string[]) => ({
	mappingMode: 'defineBelow',
	value: Object.fromEntries(values.map((value, index) => [`body_${index + 1}`, value])),
	schema: [textField(reference(name), text), ...values.map((_, index) => variable(index + 1))],
});
const FORM_OF_SALE = formOf('sale', 'The sale begins on {{1}}.', 'Monday');

const send = (template: string, templateVariables: object, to = '491701111111') =>
	runOperation(sandbox, sendAuto, { to, template: `${template}/en_US`, templateVariables });
const lastSent = () => sandbox.control.sent().at(-1)!.body.template as { components?: unknown };

describe('a form that still has the variables of another template', () => {
	it('sends no value that the template does not have', async () => {
		await send('hello', FORM_OF_SALE);
		expect(lastSent()).toMatchObject({ name: 'hello' });
		expect(lastSent().components ?? []).toEqual([]);
	});

	it('is told which variables are missing, and how to fill them in', async () => {
		const before = sandbox.control.sent().length;
		await expect(send('order', FORM_OF_SALE)).rejects.toThrow(
			/^Nothing was sent\. The template order still needs a value for 1 variable: \{\{2\}\}.*close the node and open it again\.$/,
		);
		expect(sandbox.control.sent()).toHaveLength(before);
	});

	it('sends as it is if it has the variables of the template itself', async () => {
		await send('sale', FORM_OF_SALE);
		expect(lastSent()).toMatchObject({
			name: 'sale',
			components: [{ type: 'body', parameters: [{ type: 'text', text: 'Monday' }] }],
		});
	});
});

describe('the hint beside such a form', () => {
	/** What n8n makes of the hint's condition. */
	function isShown(template: unknown, templateVariables?: object): unknown {
		const nodeType = new BusinessMessagingCampaign();
		const nodeTypes = {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		};
		const node: INode = {
			id: '1',
			name: 'Messaging',
			type: 'messaging',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				operation: 'plan',
				to: '={{ $json.phone }}',
				template,
				templateVariables,
			} as INode['parameters'],
		};
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		const { displayCondition = '' } = staleVariablesHint;
		return workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {});
	}
	const chosen = (value: string, mode = 'list') => ({ __rl: true, mode, value });

	it.each([
		['is shown after another template was chosen', true, chosen('order/en_US'), FORM_OF_SALE],
		['is shown after another language was chosen', true, chosen('sale/en'), FORM_OF_SALE],
		['is shown after another name was entered', true, chosen('order/en_US', 'name'), FORM_OF_SALE],
		['is not shown for the template of the form', false, chosen('sale/en_US'), FORM_OF_SALE],
		['is not shown for an expression', false, chosen('={{ $json.template }}', 'name'), FORM_OF_SALE],
		['is not shown for a form that was not opened', false, chosen('sale/en_US'), { value: { body_1: 'a' } }],
		['is not shown without variables', false, chosen('sale/en_US'), { value: null, schema: [] }],
		['is not shown in operations without a template', false, undefined, undefined],
	])('%s', (_, shown, template, variables) => {
		expect(isShown(template, variables)).toBe(shown);
	});
});
