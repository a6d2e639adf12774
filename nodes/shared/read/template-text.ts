import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * A template's own variable, `{{1}}` or `{{first_name}}`. n8n's editor takes it for an expression when it is pasted, but
 * no useful expression is only digits, or only a name without `$`.
 */
const VARIABLE = /\{\{\s*(?:\d+|[A-Za-z_]\w*)\s*\}\}/g;

/** Stands for a variable while n8n evaluates the rest. Private-use characters: no text has them. */
const mark = (index: number) => `\uE000${index}\uE001`;
const MARK = /\uE000(\d+)\uE001/g;

type Evaluate = (expression: string) => unknown;

/** The value of an expression whose template variables stay as they are. */
function evaluateAround(expression: string, evaluate: Evaluate): unknown {
	const variables: string[] = [];
	const rest = expression.replace(VARIABLE, (variable) => mark(variables.push(variable) - 1));
	const value = rest.includes('{{') ? evaluate(rest) : rest;
	return typeof value === 'string' ? value.replace(MARK, (_, index) => variables[Number(index)]!) : value;
}

function evaluateEach(given: unknown, evaluate: Evaluate): unknown {
	if (typeof given === 'string') {
		return given.startsWith('=') ? evaluateAround(given.slice(1), evaluate) : given;
	}
	if (Array.isArray(given)) return given.map((entry) => evaluateEach(entry, evaluate));
	if (typeof given !== 'object' || given === null) return given;
	return Object.fromEntries(
		Object.entries(given).map(([name, value]) => [name, evaluateEach(value, evaluate)]),
	);
}

/**
 * A parameter that holds a template's text, at any depth. Like `getNodeParameter`, except that the template's variables
 * (`{{1}}`, `{{first_name}}`) stay as they were written, even if the editor has switched the field to Expression.
 */
export function readTemplateText(
	context: Pick<IExecuteFunctions, 'getNodeParameter' | 'evaluateExpression'>,
	name: string,
	itemIndex: number,
	fallback: unknown,
): unknown {
	const stored: unknown = context.getNodeParameter(name, itemIndex, fallback as never, {
		rawExpressions: true,
	});
	return evaluateEach(stored, (expression) => context.evaluateExpression(expression, itemIndex));
}
