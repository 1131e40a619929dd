/** Name of the software, and of an instance without its own name. */
export const SOFTWARE_NAME = 'Zapdeck';
