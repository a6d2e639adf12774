import { createGatewayClient } from '../../gateway';
import { encodeForm } from '../../gateway/transport';
import { jpeg } from './support/jpeg';
import { failureOf, overEachTransport } from './support/scene';

const file = { content: jpeg(192, 192), mimeType: 'image/jpeg' };

describe('the part of a multipart body that has the file is what the profile calls it', () => {
	it('whatever name that is', async () => {
		const { body } = await encodeForm({ fields: {}, file, fileField: 'profile_picture_file' });
		expect(body.toString('latin1')).toContain('name="profile_picture_file"; filename="file"');
	});

	overEachTransport((at) => {
		const clientWith = (profile: object) =>
			createGatewayClient({ baseUrl: at.sandbox.url, apiKey: at.sandbox.apiKey, profile });

		it('for media: a gateway that knows another name finds no file', async () => {
			expect(await clientWith({}).media.upload(file)).toEqual({ id: expect.any(String) });
			const { details } = await failureOf(clientWith({ mediaFileField: 'attachment' }).media.upload(file));
			expect(details).toContain('file is missing');
		});

		it('for the picture of a group', async () => {
			const { id } = await at.sandbox.control.addGroup({ subject: 'Tea' });
			const update = { picture: file };
			expect(await clientWith({}).groups.update(id, update)).toEqual({ success: true });
			const other = clientWith({ groupPictureField: 'profile_picture_file' });
			expect((await failureOf(other.groups.update(id, update))).title).toContain('at least one of');
		});
	});
});
