import type { IDataObject } from 'n8n-workflow';
import type { TemplateItem } from '../../../platform';
import { qualityOf } from '../../../platform';
import { variablesOf } from '../../shared/template/template-variables';

/** A template as an item carries it. */
export function templateJson(item: TemplateItem): IDataObject {
	const { name, language, category, status, rejected_reason, external_id, id } = item;
	return {
		name,
		language,
		category: category ?? null,
		status: status ?? null,
		quality: qualityOf(item) ?? null,
		rejectedReason: rejected_reason ?? null,
		externalId: external_id ?? id ?? null,
		variables: variablesOf(item).map((variable) => variable.id),
	};
}
