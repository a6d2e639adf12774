import * as z from 'zod';
import type { Component } from './template-parts';
import { placeholders } from './template-parts';

const texts = z.array(z.string()).optional().catch(undefined);
const named = z
	.array(z.object({ param_name: z.string(), example: z.string() }))
	.optional()
	.catch(undefined);

/** The samples of a header or a body, in every form that they have (interface, Component). */
const example = z.looseObject({
	header_text: texts,
	body_text: z.array(z.array(z.string())).optional().catch(undefined),
	header_text_named_params: named,
	body_text_named_params: named,
});

/** The sample value of each variable in a component's text, by the variable's name. */
export function samplesOf({ text, example: given }: Component): Map<string, string> {
	const { data } = example.safeParse(given);
	if (!data) return new Map();
	const byName = data.body_text_named_params ?? data.header_text_named_params;
	if (byName) return new Map(byName.map((sample) => [sample.param_name, sample.example]));
	const inOrder = data.body_text?.[0] ?? data.header_text ?? [];
	const names = placeholders(text).sort((a, b) => Number(a) - Number(b));
	return new Map(
		names.flatMap((name, index) => (inOrder[index] === undefined ? [] : [[name, inOrder[index]] as const])),
	);
}
