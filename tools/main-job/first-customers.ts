/** Those whom the page of `npm start` begins with. They aren't in the customers' file, so the campaign leaves them alone. */
export const firstCustomers = [
	{ name: 'Pablo Vega', phone: '+44 7700 900808', text: 'Pablo here. Can I pay by invoice?' },
	{ name: 'Aisha Rahman', phone: '+44 7700 900807', text: 'It’s Aisha. Thank you, the tea set is here!' },
	{ name: 'Jonas Lind', phone: '+44 7700 900806', text: 'This is Jonas. Can I talk to somebody, please?' },
	{ name: 'Sofia Marin', phone: '+44 7700 900805', text: 'I’m Sofia. Is the rain jacket there in green?' },
	{ name: 'Tom Adeyemi', phone: '+44 7700 900804', text: 'Tom here. My desk lamp arrived broken.' },
	{ name: 'Leila Amari', phone: '+44 7700 900803', text: 'It’s Leila. Can I still change the address?' },
	{ name: 'Noah Keller', phone: '+44 7700 900802', text: 'Hi, Noah here. Are you open on Saturday?' },
	{ name: 'Mia Sato', phone: '+44 7700 900801', text: 'Hello, this is Mia. Where is my order 1043?' },
] as const;
