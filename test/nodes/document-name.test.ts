import { readContent } from '../../nodes/shared/message/content';

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The content of a form whose item has a file with a name. */
const contentOf = (
	form: Record<string, unknown>,
	filename: string | undefined = 'May.xlsx',
	mimeType = EXCEL,
) => {
	const get = ((name: string, fallback?: unknown) => form[name] ?? fallback) as Parameters<
		typeof readContent
	>[0];
	return readContent(get, 0, () => ({ filename, mimeType, upload: () => Promise.resolve('77') }))!;
};
const OF_ITEM = { freeformType: 'document', mediaSource: 'binary' };

describe('a document is called', () => {
	it('what the item’s file is called, if the form says nothing', async () => {
		const { content, ready } = contentOf(OF_ITEM);
		expect(content).toMatchObject({ document: { filename: 'May.xlsx' } });
		expect(await ready()).toEqual({ type: 'document', document: { id: '77', filename: 'May.xlsx' } });
	});

	it('what the form says', () => {
		expect(contentOf({ ...OF_ITEM, filename: 'bill.xlsx' }).content).toMatchObject({
			document: { filename: 'bill.xlsx' },
		});
	});

	it.each([
		['bill', 'bill.xlsx'],
		['Bill of May 1', 'Bill of May 1.xlsx'],
		['v1.2', 'v1.2'],
	])('%s, as the form says: with the ending of the file if it has none (%s)', (filename, called) => {
		expect(contentOf({ ...OF_ITEM, filename }).content).toMatchObject({ document: { filename: called } });
		const link = { freeformType: 'document', mediaLink: 'https://files.example/a.pdf', filename };
		expect(contentOf(link).content).toMatchObject({ document: { filename } });
	});

	it('nothing, if neither says it', () => {
		const link = { freeformType: 'document', mediaLink: 'https://files.example/a.pdf' };
		for (const { content } of [contentOf(link), contentOf(OF_ITEM, '')]) {
			expect(content).not.toHaveProperty('document.filename');
		}
	});

	it.each([
		['invoice.txt', 'file', 'application/pdf', '.txt', '.pdf'],
		['invoice.pdf', 'May.xlsx', EXCEL, '.pdf', '.xlsx'],
		['prices.XLS', 'prices.csv', 'application/vnd.ms-excel', '.xls', '.csv'],
	])('not %s, if the file is another one (%s, %s)', (filename, ofItem, mimeType, given, real) => {
		expect(() => contentOf({ ...OF_ITEM, filename }, ofItem, mimeType)).toThrow(
			`File Name ends with ${given}, but the file is a ${real} file, and phones open a file by its ending. Change the ending to ${real}, or leave File Name empty.`,
		);
	});

	it.each([
		['prices.csv', 'prices', 'text/plain; charset=utf-8'],
		['photo.jpg', 'photo.jpeg', 'image/jpeg'],
		['invoice.v2', 'invoice.pdf', 'application/pdf'],
		['invoice.pdf', 'download', 'application/octet-stream'],
	])('%s, if nothing is known against it (%s, %s)', (filename, ofItem, mimeType) => {
		expect(contentOf({ ...OF_ITEM, filename }, ofItem, mimeType).content).toMatchObject({
			document: { filename },
		});
	});

	it('and a picture has no name', () => {
		expect(contentOf({ ...OF_ITEM, freeformType: 'image' }).content).not.toHaveProperty('image.filename');
	});
});
