import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { media } from '../../nodes/BusinessMessaging/media';
import { execute } from '../../nodes/BusinessMessagingTrigger/execute';
import { toItem } from '../../nodes/shared/events/to-items';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import * as wire from '../support/wire';
import { failureOf, requestHelpers, runOperation, valueAt } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.control.faults({}));
afterAll(() => sandbox.close());

/** A file that a customer sends. */
const sent = async (words: string) =>
	(await sandbox.control.addMedia({ mimeType: 'text/plain', text: words })).id;

/** The item of a customer's message. */
function itemOf(content: object, id = 'wamid.1'): IDataObject {
	const message = { from: wire.CUSTOMER, id, timestamp: '1767225600', ...content };
	const value = {
		messaging_product: 'whatsapp',
		metadata: { phone_number_id: sandbox.phoneNumberId },
		messages: [message],
	};
	return toItem(wire.only(wire.delivery('messages', value)), [], false);
}

const file = (id: string, filename?: string) => ({
	type: 'document',
	document: { id, mime_type: 'text/plain', ...(filename !== undefined && { filename }) },
});

interface Run {
	items: INodeExecutionData[];
	hints: string[];
	asked: number;
}

/** Runs the trigger in an execution that was started with these items. */
async function run(items: IDataObject[], options: IDataObject, credential: IDataObject = {}): Promise<Run> {
	const hints: string[] = [];
	let asked = 0;
	const context = {
		getInputData: () => items.map((json) => ({ json })),
		getNode: () => ({ id: '1', name: 'Trigger', type: 'trigger', parameters: { options } }),
		getNodeParameter: (name: string, _: number, fallback: unknown) => valueAt({ options }, name) ?? fallback,
		getTimezone: () => 'UTC',
		getCredentials() {
			asked += 1;
			return Promise.resolve({ ...sandboxCredential(sandbox).data, ...credential });
		},
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
		helpers: {
			...requestHelpers,
			prepareBinaryData: async (content: Readable, _: undefined, mimeType: string) => ({
				data: await text(content),
				mimeType,
				fileExtension: 'txt',
			}),
		},
	} as unknown as IExecuteFunctions;
	const [output = []] = await execute.call(context);
	return { items: output, hints, asked };
}

const DOWNLOADS = { downloadFiles: true };

describe('the item of a message with a file', () => {
	it('names the file in `media`, as the item of messages that waited for silence does', () => {
		const item = itemOf(file('7', 'bill.pdf'));
		expect(item.media).toEqual([
			{ eventId: item.eventId, type: 'document', mediaId: '7', mimeType: 'text/plain', filename: 'bill.pdf' },
		]);
	});

	it('is without `media` if there is no file', () => {
		expect(itemOf({ type: 'text', text: { body: 'Hi' } })).not.toHaveProperty('media');
		expect(itemOf({ type: 'image', image: {} })).not.toHaveProperty('media');
	});
});

describe('Download Files of the trigger', () => {
	it('is off unless it is turned on: nothing is downloaded, and no credential is read', async () => {
		const item = itemOf(file(await sent('My cup')));
		expect(await run([item], {})).toEqual({ items: [{ json: item }], hints: [], asked: 0 });
	});

	it('adds the file as binary data, and names its field', async () => {
		const item = itemOf(file(await sent('My cup'), 'cup.txt'));
		const { items, hints } = await run([item], DOWNLOADS);
		const [named] = item.media as IDataObject[];
		expect(items).toEqual([
			{
				json: { ...item, media: [{ ...named, field: 'data' }] },
				binary: {
					data: { data: 'My cup', mimeType: 'text/plain', fileExtension: 'txt', fileName: 'cup.txt' },
				},
			},
		]);
		expect(hints).toEqual([]);
	});

	it('names a file by its ID if the customer did not name it', async () => {
		const id = await sent('My cup');
		const { items } = await run([itemOf(file(id))], DOWNLOADS);
		expect(items[0]!.binary!.data!.fileName).toBe(`${id}.txt`);
	});

	it('adds the files of several messages that came together, each in a field of its own', async () => {
		const [one, other] = [itemOf(file(await sent('One'))), itemOf(file(await sent('Other')))];
		const item = { ...one, media: [one.media, other.media].flat() } as IDataObject;
		const { items } = await run([item], DOWNLOADS);
		expect(items[0]!.json.media).toMatchObject([{ field: 'data' }, { field: 'data_1' }]);
		expect(items[0]!.binary).toMatchObject({ data: { data: 'One' }, data_1: { data: 'Other' } });
	});

	it('leaves items without a file alone', async () => {
		const [words, photo] = [
			itemOf({ type: 'text', text: { body: 'Hi' } }),
			itemOf(file(await sent('My cup'))),
		];
		const { items } = await run([words, photo], DOWNLOADS);
		expect(items[0]).toEqual({ json: words });
		expect(items[1]).toHaveProperty('binary.data');
	});

	it('emits the item without a file that cannot be downloaded, and says why in it and above it', async () => {
		const item = itemOf(file('999', 'gone.pdf'));
		const { items, hints } = await run([item], DOWNLOADS);
		const error = expect.stringContaining('no media has the id 999');
		expect(items).toEqual([{ json: { ...item, media: [{ ...(item.media as IDataObject[])[0], error }] } }]);
		expect(hints).toEqual([expect.stringMatching(/^1 file couldn't be downloaded: .*999/)]);
	});

	it('emits the item also if the credential cannot be used', async () => {
		const { items } = await run([itemOf(file('7'))], DOWNLOADS, { apiKey: '' });
		expect(items).toMatchObject([
			{ json: { media: [{ error: expect.stringContaining('API Key is empty') }] } },
		]);
	});

	it('takes the key of the number that the message came to', async () => {
		const moreNumbers = { [sandbox.phoneNumberId]: { apiKey: sandbox.apiKey } };
		const several = { phoneNumberId: '1', apiKey: 'of another number', moreNumbers };
		const item = itemOf(file(await sent('My cup')));
		const { items } = await run([{ ...item, channel: sandbox.phoneNumberId }], DOWNLOADS, several);
		expect(items[0]).toHaveProperty('binary.data.data', 'My cup');
	});
});

describe('Media: Download', () => {
	const download = media.operations.find(({ value }) => value === 'download')!;
	const incoming = { contact: wire.CUSTOMER, text: 'My cup', id: 'of the item' };

	it('keeps the fields of the item that comes in, beside those of the file', async () => {
		const mediaId = await sent('My cup');
		const { items } = await runOperation(sandbox, download, { mediaId, item: incoming });
		expect(items).toMatchObject([{ ...incoming, id: mediaId, mimeType: 'text/plain', fileSize: 6 }]);
	});

	it('returns only those of the file in nodes from before version 1.4', async () => {
		const mediaId = await sent('My cup');
		const { items } = await runOperation(sandbox, download, { mediaId, item: incoming, typeVersion: 1.3 });
		expect(Object.keys(items[0]!)).toEqual(['id', 'mimeType', 'sha256', 'fileSize']);
	});

	it('says where the ID is if it is empty', async () => {
		const { message } = await failureOf(runOperation(sandbox, download, { mediaId: ' ' }));
		expect(message).toContain('Media ID is empty');
		expect(message).toContain('{{ $json.media[0].mediaId }}');
	});
});
