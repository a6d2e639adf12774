import type { AreaCodes } from './calling-codes';

/** From west to east. */
const ZONES = [
	'Europe/Kaliningrad',
	'Europe/Moscow',
	'Europe/Samara',
	'Asia/Yekaterinburg',
	'Asia/Omsk',
	'Asia/Novosibirsk',
	'Asia/Irkutsk',
	'Asia/Yakutsk',
	'Asia/Vladivostok',
	'Asia/Magadan',
	'Asia/Kamchatka',
] as const;

type City = (typeof ZONES)[number] extends `${string}/${infer Name}` ? Name : never;

/**
 * The area codes of Russia, and the westernmost and easternmost time zone of their numbers. Mobile codes, four digits
 * where the fourth makes a difference, by the regions of the national numbering plan (2023); a region with less than one
 * in a hundred of a code's numbers is left out.
 */
const RANGES: ReadonlyArray<[first: City, last: City, codes: string]> = [
	// Landlines
	['Kaliningrad', 'Kaliningrad', '401'],
	[
		'Moscow',
		'Moscow',
		`
			365 47 48 492 493 494 495 496 498 499 811 812 813 814 815 816 817 818 820 821 831 833 834 835
			836 841 843 844 847 855 86 87
		`,
	],
	['Samara', 'Samara', '341 842 845 846 848 851'],
	['Yekaterinburg', 'Yekaterinburg', '342 343 345 346 347 349 351 352 353'],
	['Omsk', 'Omsk', '381'],
	['Novosibirsk', 'Novosibirsk', '382 383 384 385 388 390 391 394'],
	['Irkutsk', 'Irkutsk', '301 395'],
	['Yakutsk', 'Yakutsk', '302 411 416'],
	['Vladivostok', 'Vladivostok', '421 423 426'],
	['Magadan', 'Magadan', '413 424'],
	['Kamchatka', 'Kamchatka', '415 427'],
	// Mobile phones
	[
		'Kaliningrad',
		'Moscow',
		`
			9005 9013 9052 9062 9110 9114 9118 9210 9211 9212 9216 9217 9218 9291 9316 9347 9553 9633 9637
			9814
		`,
	],
	['Kaliningrad', 'Yekaterinburg', '9022 9097 9506 9800'],
	['Kaliningrad', 'Novosibirsk', '9339 9521 9527 9809'],
	['Kaliningrad', 'Irkutsk', '9956'],
	['Kaliningrad', 'Yakutsk', '9682 9969'],
	['Kaliningrad', 'Vladivostok', '9020 9520 9623 9673 9952 9953 9991'],
	['Kaliningrad', 'Magadan', '9082 9580 9632 9910 9937 9965'],
	['Kaliningrad', 'Kamchatka', '9003 9019 9024 9622 9914 9950 9960 9992'],
	[
		'Moscow',
		'Moscow',
		`
			9015 9017 9031 9032 9035 9036 9037 9038 9055 9056 9057 9060 9065 9066 9067 9092 9094 9099 910
			9111 9112 9113 9115 9116 9117 9119 9121 915 916 9175 918 9190 9192 920 9213 9214 9215 9219 9239
			925 926 9274 928 9290 9295 9296 9298 9299 9301 9302 9304 9306 9307 9308 9309 9310 9311 9312 9313
			9314 9315 9318 9319 9329 9336 9337 9338 9340 9345 9346 9348 9349 9360 9361 9362 9363 9364 9365
			9367 9368 9369 9380 9381 9382 9384 9385 9387 9388 9389 9390 9392 9393 9395 941 9522 9531 9550
			9551 9555 9559 9589 9600 9601 9602 9604 9605 9606 9611 9614 9629 9636 9650 9651 9652 9653 9660
			9661 9663 9664 9668 9670 9671 9672 9680 9683 9684 9685 9686 9687 9688 9689 9690 9691 9693 9694
			9695 970 971 9771 9773 9774 9775 9776 9777 9778 9779 978 9802 9803 9804 9805 9806 9807 9808 9811
			9812 9813 9815 9816 9817 9818 9819 9837 9838 9839 9840 9846 9849 9850 9851 9852 9853 9854 9855
			9857 9858 9859 9862 9863 9864 9865 9866 9882 9883 9884 9887 9888 9889 9890 9891 9892 9893 9894
			9898 9916 9926 9928 9929 9943 9946 9947 9948 997 9998
		`,
	],
	[
		'Moscow',
		'Samara',
		`
			9034 9042 9054 9064 9172 9176 9179 9271 9275 9278 9330 9370 9372 9376 9379 9386 9396 9508 9524
			9616 9654 9820 9879 9880 9881 9885 9886 9895 9896 9897
		`,
	],
	[
		'Moscow',
		'Yekaterinburg',
		`
			9002 9007 9018 9023 9033 9044 9047 9051 9053 9058 9063 9068 9091 9093 9096 9120 9123 9125 9127
			9128 9129 9170 9173 9177 9178 9191 9194 9195 9196 9197 9198 9199 9220 9222 9223 9225 9226 9229
			9270 9272 9273 9276 9279 9292 9297 9320 9322 9324 9325 9326 9327 9328 9366 9371 9373 9374 9375
			9377 9378 9394 9517 9518 9519 9523 9525 9534 9536 9554 956 9581 9583 9603 9608 9613 9615 9630
			9634 9649 9655 9657 9667 9669 9674 9678 9696 9697 9772 9810 9823 9828 9829 9856 9867 9869 9870
			9871 9872 9873 9874 9875 9876 9877 9899 9912 9917 9919 9920 9922 9924 9925 9944 9945 9995
		`,
	],
	['Moscow', 'Omsk', '9026 9040 9081 9088 9334 9343 9507 9514 9533 9868 9927'],
	[
		'Moscow',
		'Novosibirsk',
		`
			9000 9009 9010 9029 9030 9039 9043 9045 9048 9049 9050 9061 9080 9083 9095 9230 9235 9238 9293
			9300 9305 9331 9335 9505 9509 9511 9513 9515 9528 9529 9530 9535 9537 9538 9539 9557 9582 9584
			9586 9587 9607 9610 9612 9617 9620 9628 9631 9658 9675 9692 9698 9699 9770 9801 9830 9848 9860
			9967 9993
		`,
	],
	[
		'Moscow',
		'Irkutsk',
		`
			9008 9012 9016 9021 9027 9041 9085 9087 9317 9383 9500 9516 9526 9588 9641 9643 9645 9646 9647
			9836 9843 9847 9911 9913 9915 9921 9933 9939 9951
		`,
	],
	['Moscow', 'Yakutsk', '9391 9618 9627 9659 9676 9931 9994 9999'],
	[
		'Moscow',
		'Vladivostok',
		`
			9011 9046 9240 9249 9303 9332 9341 9397 9398 9399 9502 9510 9532 9585 9626 9635 9639 9648 9656
			9662 9665 9677 9679 9842 9845 9861 9918 9936 9938 9940 9941 9949 9954 9958 9964 9990 9996 9997
		`,
	],
	['Moscow', 'Magadan', '9025 9028 9086 9333 9344 9503 9621 9624 9625 9640 9642 9844 9934 9935 9963 9966'],
	[
		'Moscow',
		'Kamchatka',
		`
			9001 9004 9006 9014 9084 9342 9512 9619 9638 9644 9666 9681 9841 9932 9942 9955 9957 9959 9961
			9962 9968
		`,
	],
	['Samara', 'Samara', '9171 9277'],
	['Samara', 'Yekaterinburg', '9090 9124 9821 9827 9878'],
	['Samara', 'Irkutsk', '9501'],
	[
		'Yekaterinburg',
		'Yekaterinburg',
		'9122 9126 9174 9193 9221 9224 9227 9228 9321 9323 9822 9824 9825 9826 9923',
	],
	['Yekaterinburg', 'Novosibirsk', '9504'],
	['Yekaterinburg', 'Vladivostok', '9089'],
	['Omsk', 'Novosibirsk', '9059 9069 9131 9136 9139 9234 9236 9237 9609 9831'],
	['Omsk', 'Irkutsk', '9835'],
	['Novosibirsk', 'Novosibirsk', '9130 9132 9133 9134 9135 9137 9138 9231 9232 9233 9930'],
	['Novosibirsk', 'Irkutsk', '9832 9833'],
	['Irkutsk', 'Irkutsk', '9834'],
	['Irkutsk', 'Vladivostok', '9243'],
	['Irkutsk', 'Magadan', '9148 9242 9244'],
	['Irkutsk', 'Kamchatka', '9140 9146 9149 9245 9246 9247 9248 9294'],
	['Yakutsk', 'Vladivostok', '9141 9142 9143 9144'],
	['Yakutsk', 'Magadan', '9241'],
	['Yakutsk', 'Kamchatka', '9098 9145'],
	['Vladivostok', 'Kamchatka', '9147'],
];

const indexOf = (city: City) => ZONES.findIndex((zone) => zone.endsWith(`/${city}`));

/** Russian numbers whose area code no row has can be in any of these. */
export const RUSSIA: AreaCodes = {
	callingCode: '7',
	zones: ZONES,
	areas: RANGES.map(([first, last, codes]) => [ZONES.slice(indexOf(first), indexOf(last) + 1), codes]),
};
