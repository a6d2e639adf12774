import { generatedDocs } from '../tools/docs/generated-docs';

it.each(generatedDocs())(
	'$file says what the code says (npm run docs writes it)',
	({ current, expected }) => {
		expect(current).toBe(expected);
	},
);
