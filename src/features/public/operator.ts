// The operator of this installation, set by the build's environment. Development builds show a placeholder.
export const OPERATOR = {
  name: import.meta.env.VITE_OPERATOR_NAME?.trim() || '[name of the operator]',
  address: import.meta.env.VITE_OPERATOR_ADDRESS?.trim() || '[address of the operator]',
};
