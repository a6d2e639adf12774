import type { IDataObject } from 'n8n-workflow';
import type { TemplateItem } from '../../../platform';
import { connectGateway } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { fixedExpressions } from '../../shared/read/fixed-expressions';
import { asText, fillTemplate, inHint } from '../../shared/template/fill-template';
import { describeMissing } from '../../shared/template/missing-template';
import { createTemplateReader } from '../../shared/template/read-template';
import { template, templateVariables } from '../../shared/template/template-form';
import { previewOfMessage } from '../../shared/template/template-preview';
import { writeTemplateReference } from '../../shared/template/template-reference';
import { takesText } from '../takes-text';

const fields = [template, templateVariables, ...previewOfMessage];

/** Fills in a template without sending it. */
export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	description: 'See a template with its variables filled in, as the customer would. Sends nothing.',
	action: 'Preview a template message (sends nothing)',
	fields,
	hint: ([first]) => first && inHint(String(first.text)),
	async forEachItem(context) {
		const { gateway } = await connectGateway(context);
		const readTemplate = createTemplateReader(context, gateway);
		const asked = new Map<string, Promise<TemplateItem | undefined>>();
		const fixed = takesText(context) ? undefined : fixedExpressions(context, fields);
		return async (itemIndex) => {
			if (fixed !== undefined) throw new Error(fixed);
			const chosen = await readTemplate(itemIndex);
			if (!chosen) throw new Error('No template is chosen.');
			const { name, language, values } = chosen;
			const key = writeTemplateReference(chosen);
			const answer = asked.get(key) ?? gateway.templates.get(name, language);
			asked.set(key, answer);
			const item = await answer;
			if (!item) {
				const translations = await gateway.templates.translations(name);
				throw new Error(await describeMissing(gateway, chosen, translations));
			}
			const { header, body, footer, buttons, cards } = fillTemplate(item, values);
			const parts = { header: header ?? null, body: body ?? null, footer: footer ?? null, buttons, cards };
			const text = asText({ header, body, footer, buttons, cards });
			const json = { sent: false, text, name, language, status: item.status ?? null, ...parts };
			return [{ json: json as unknown as IDataObject }];
		};
	},
};
