import { withoutUser } from '../../base';

it.each([
	['user:word@host/hook', '…@host/hook'],
	['ftp://user:word@host', 'ftp://…@host'],
	['https://user:w#r/d@host:x/', 'https://…@host:x/'],
	['https://user:w//@rd@host', 'https://…@host'],
	['https:user:word@host', '…@host'],
	['gateway.example.com', 'gateway.example.com'],
	['ftp://gateway.example.com/', 'ftp://gateway.example.com/'],
])('%s is shown without its user and password', (written, shown) => {
	expect(withoutUser(written)).toBe(shown);
});
