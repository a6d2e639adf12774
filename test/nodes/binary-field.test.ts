import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { binaryOf } from '../../nodes/shared/read/values';

const FILE = { data: '', mimeType: 'image/png' };

/** What is read from a field of an item, or the error. n8n refuses an item without any file itself. */
function read(binary: IBinaryKeyData | undefined, field: string): unknown {
	const context = {
		getInputData: () => [{ json: {}, binary }],
		helpers: {
			assertBinaryData: (_item: number, name: string) => {
				if (binary?.[name] === undefined) throw new Error("n8n: there's no file");
				return binary[name];
			},
		},
	} as unknown as IExecuteFunctions;
	try {
		return binaryOf(context, 0, field);
	} catch (error) {
		return (error as Error).message;
	}
}

describe('a binary field of an item', () => {
	it('is read by its name', () => {
		expect(read({ data: FILE }, 'data')).toBe(FILE);
	});

	it.each([
		[
			'file',
			{ data: FILE },
			'Input Data Field Name is "file", but the item has no such binary field. The item\'s binary field is data.',
		],
		[
			'file',
			{ a: FILE, b: FILE },
			'Input Data Field Name is "file", but the item has no such binary field. The item\'s binary fields are a, b.',
		],
		['', { data: FILE }, "Input Data Field Name is empty. The item's binary field is data."],
	])(
		'that is called %p, and that the item lacks, is an error that names what it has',
		(field, binary, message) => {
			expect(read(binary, field)).toBe(message);
		},
	);

	it.each([undefined, {}])(
		'is an error that says why there may be none if the item has no file: %p',
		(binary) => {
			expect(read(binary, 'data')).toBe(
				'Input Data Field Name is "data", but the item has no file. Put the node that makes or downloads the file directly before this one. If the file is a customer\'s, add the option Download Files to the trigger, and leave out messages without a file, for example with an If node.',
			);
		},
	);
});
