/** Name of the software, and of an instance without a name of its own. */
export const SOFTWARE_NAME = 'Zapdeck';
