// std::placeholders: objects without state that std::bind is given.
#include <functional>

namespace std {
namespace placeholders {

#define ALLWAYS_PLACEHOLDER(n) extern const _Placeholder<n> _##n{};
ALLWAYS_PLACEHOLDER(1)
ALLWAYS_PLACEHOLDER(2)
ALLWAYS_PLACEHOLDER(3)
ALLWAYS_PLACEHOLDER(4)
ALLWAYS_PLACEHOLDER(5)
ALLWAYS_PLACEHOLDER(6)
ALLWAYS_PLACEHOLDER(7)
ALLWAYS_PLACEHOLDER(8)
ALLWAYS_PLACEHOLDER(9)
ALLWAYS_PLACEHOLDER(10)
#undef ALLWAYS_PLACEHOLDER

}  // namespace placeholders
}  // namespace std
