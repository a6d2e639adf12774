import type { IDataObject } from 'n8n-workflow';
import { templatesAsOutcome } from '../../../sending';
import { simplify } from '../../shared/common-fields';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { findTemplate, readChoice, templateField } from './template-choice';
import { templateJson } from './template-json';

/** Gets one template, and remembers what the gateway says about it. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get a template with its status, quality, and variables',
	action: 'Get a template',
	fields: [templateField, simplify],
	async forEachItem(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;
		return async (itemIndex) => {
			const { template, translations } = await findTemplate(gateway, readChoice(context, itemIndex));
			await engine.record(templatesAsOutcome({ channel, account }, translations));
			const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
			return [{ json: isSimple ? templateJson(template) : (template as unknown as IDataObject) }];
		};
	},
};
