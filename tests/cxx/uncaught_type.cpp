// expect: unsafe exception
// message: model::problem
namespace model {
struct problem {
  int code;
};
}  // namespace model

int main() {
  try {
    throw model::problem{3};
  } catch (int) {}
}
