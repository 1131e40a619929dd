import { importOrder } from './import-order.ts';
import { literalText } from './literal-text.ts';
import { physicalSides } from './physical-sides.ts';
import { optionValue, textAlone } from './translated-pages.ts';

export default {
  meta: { name: 'zapdeck' },
  rules: {
    'import-order': importOrder,
    'literal-text': literalText,
    'option-value': optionValue,
    'physical-sides': physicalSides,
    'text-alone': textAlone,
  },
};
